// Words, numbers and lists follow the language: its catalogue and its CLDR locale.

import { beforeAll, expect, test } from "vitest";
import { LANGUAGES, date, language, list, number, percent, preferred, say, speak } from "../../src/words/say.svelte";
import { languages } from "../../words.ts";

beforeAll(() => {
  globalThis.document ??= { documentElement: {} } as Document;
});

test("every listed language is offered by its own name, and can be spoken", async () => {
  expect(Object.fromEntries(LANGUAGES)).toEqual(
    Object.fromEntries(Object.entries(languages()).map(([code, { name }]) => [code, name])),
  );
  for (const code of LANGUAGES.keys()) {
    await speak(code);
    expect([language(), document.documentElement.lang]).toEqual([code, code]);
    expect(say("page.ok")).not.toBe("page.ok");
  }
});

test("the count chooses the plural form as CLDR has it", async () => {
  const left = async (code: string, count: number) => (await speak(code), say("outcome.left", { count }));
  expect(await left("en", 0)).toBe("0 cards were left.");
  expect(await left("en", 1)).toBe("1 card was left.");
  expect(await left("fr", 0)).toBe("Il restait 0 carte.");
  expect(await left("fr", 1_000_000)).toBe("Il restait 1000000 cartes.");
  expect(await left("de", 2)).toBe("2 Karten blieben übrig.");
});

test("lists, numbers and dates are written as the language writes them", async () => {
  // Which no-break space goes where differs between versions of CLDR.
  const written = () =>
    [list(["a"]), list(["a", "b", "c"]), number(1234.5, 1), percent(0.125, 1), date("2026-03-05")].map((text) =>
      text.replace(/\s/g, " "),
    );
  await speak("en");
  expect(written()).toEqual(["a", "a, b and c", "1,234.5", "12.5%", "5 Mar 2026"]);
  await speak("fr");
  expect(written()).toEqual(["a", "a, b et c", "1 234,5", "12,5 %", "5 mars 2026"]);
  await speak("de");
  expect(written()).toEqual(["a", "a, b und c", "1.234,5", "12,5 %", "05.03.2026"]);
});

test("a device gets the first of its languages that is offered, else English", () => {
  expect(preferred(["pt-BR", "FR-ca", "de"])).toBe("fr");
  expect(preferred(["zz"])).toBe("en");
  expect(preferred([])).toBe("en");
});
