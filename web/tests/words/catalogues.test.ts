// What the page says is complete in every language, well written, and used. Parameters and plural forms are checked
// together with those of the Python package (tests/words/gaps.py).

import { readFileSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { type Entry, catalogue, complete, languages, subjects } from "../../words.ts";

const texts = (entry: Entry): string[] => (typeof entry === "string" ? [entry] : Object.values(entry));
const english = catalogue("en");

describe.each(Object.keys(languages()))("%s", (language) => {
  const words = complete(language);

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
  const text = [...sources("src"), readFileSync("index.html", "utf-8").replaceAll(/<!-- (\S+) -->/g, '"$1"')].join("\n");
  const written = [...text.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)+)"|`([a-z][\w-]*\.(?:\$\{[^}]*\}|[\w.-])+)`/g)];
  const used = new RegExp(`^(${[...new Set(written.map((found) => pattern(found[1] ?? found[2]!)))].join("|")})$`);
  const own = Object.keys(english).filter((id) => subjects().includes(id.split(".")[0]!));
  expect(own.filter((id) => !used.test(id))).toEqual([]);
});
