// Every sentence exists in every language, with the same parameters, and every id that is used exists.

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../src/words/say.svelte";
import { type Entry, catalogue, subjects } from "../../words.ts";

const texts = (entry: Entry): string[] => (typeof entry === "string" ? [entry] : [entry.one, entry.other]);
const placeholders = (entry: Entry): string[] =>
  [...new Set(texts(entry).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].filter((one) => one !== "{count}").sort();

const english = catalogue("en");

describe.each(LANGUAGES)("%s", (language) => {
  const words = catalogue(language);

  test("has every id and no other", () => {
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
  });

  test("has the same parameters", () => {
    for (const [id, entry] of Object.entries(words)) {
      expect([id, placeholders(entry)]).toEqual([id, placeholders(english[id]!)]);
    }
  });

  test("does not shout", () => {
    const loud = Object.entries(words).filter(([, entry]) => texts(entry).some((text) => text.includes("!")));
    expect(loud).toEqual([]);
  });

  test("keeps to its typography", () => {
    const wrong = Object.entries(words).flatMap(([id, entry]) =>
      texts(entry)
        .filter((text) => (language === "fr" ? /[^\u00a0\s:/\d][:;?!](?=\s|$)|\w'\w/.test(text) : false))
        .map((text) => `${id}: ${text}`),
    );
    expect(wrong).toEqual([]);
  });
});

function sources(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf-8" })
    .filter((file) => /\.(svelte|ts)$/.test(file))
    .map((file) => readFileSync(`${folder}/${file}`, "utf-8"));
}

/** What an id can look like that is put together from parts. */
const pattern = (id: string): string => id.replaceAll(".", "\\.").replace(/\$\{[^}]*\}/g, "[^.]+");

test("every id that is written out in the source has words", () => {
  const used = sources("src").flatMap((text) =>
    [...text.matchAll(/\bsay\(\s*"([^"]+)"/g)].map((found) => found[1]!),
  );
  expect(used.length).toBeGreaterThan(50);
  expect(used.filter((id) => !(id in english))).toEqual([]);
});

test("every id that is put together in the source has words that fit it", () => {
  const ids = Object.keys(english);
  const used = sources("src").flatMap((text) =>
    [...text.matchAll(/\bsay\(\s*`([^`]+)`/g)].map((found) => found[1]!),
  );
  const fits = (id: string) => new RegExp(`^${pattern(id)}$`);
  expect(used.filter((id) => !ids.some((known) => fits(id).test(known)))).toEqual([]);
});

test("every id of the page's own words is used", () => {
  const text = sources("src").join("\n");
  const written = [...text.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)+)"|`([a-z][\w-]*\.(?:\$\{[^}]*\}|[\w.-])+)`/g)];
  const used = new RegExp(`^(${[...new Set(written.map((found) => pattern(found[1] ?? found[2]!)))].join("|")})$`);
  const own = Object.keys(english).filter((id) => subjects("en").includes(id.split(".")[0]!));
  expect(own.filter((id) => !used.test(id))).toEqual([]);
});
