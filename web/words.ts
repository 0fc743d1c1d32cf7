// The words of the page, one module a language: its own (src/locales), and those catalogues of the
// Python package that it shows. As there, the key `stuck` of `outcome.toml` has the id `outcome.stuck`.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

export type Entry = string | { readonly one: string; readonly other: string };

/** What the page shows of the package's words: whole subjects, or a part of one. */
const SHARED = ["bots.bot", "colours", "games", "hints.reason", "outcome", "phrases"];
const MODULE = "virtual:words/";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const shared = (language: string) => here(`../src/tenback/words/${language}`);
const own = (language: string) => here(`src/locales/${language}`);

function isEntry(found: unknown): found is Entry {
  if (typeof found === "string") return true;
  const keys = Object.keys(found as object);
  return keys.length === 2 && keys.includes("one") && keys.includes("other");
}

function flat(name: string, found: unknown): [string, Entry][] {
  if (isEntry(found)) return [[name, found]];
  return Object.entries(found as object).flatMap(([key, inner]) =>
    flat(`${name}.${key}`, inner),
  );
}

const read = (folder: string, subject: string) =>
  flat(subject, parse(readFileSync(`${folder}/${subject}.toml`, "utf-8")));

/** The subjects of the page's own words. */
export const subjects = (language: string): string[] =>
  readdirSync(own(language)).map((file) => file.replace(".toml", ""));

/** Every entry of a language by its id. */
export function catalogue(language: string): Record<string, Entry> {
  return Object.fromEntries([
    ...subjects(language).flatMap((subject) => read(own(language), subject)),
    ...SHARED.flatMap((part) =>
      read(shared(language), part.split(".")[0]!).filter(([id]) => id.startsWith(`${part}.`)),
    ),
  ]);
}

/** `import words from "virtual:words/de"`. */
export function words(): Plugin {
  return {
    name: "words",
    resolveId: (id) => (id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      if (!id.startsWith(`\0${MODULE}`)) return undefined;
      const language = id.slice(MODULE.length + 1);
      for (const subject of subjects(language)) this.addWatchFile(`${own(language)}/${subject}.toml`);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(catalogue(language)))})`;
    },
  };
}
