// The words of the page, one module a language: its own (src/locales), and those catalogues of the
// Python package that it shows. Which languages there are says the package's languages.toml. As there,
// the key `stuck` of `outcome.toml` has the id `outcome.stuck`, and an entry is a text or its plural forms.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parse } from "smol-toml";
import type { Plugin } from "vite";

/** The plural categories of CLDR. Every language has `other`, and some of the rest. */
const PLURAL_FORMS = ["zero", "one", "two", "few", "many", "other"];
export type Forms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
export type Entry = string | Forms;
export type Catalogue = Readonly<Record<string, Entry>>;

/** A language as languages.toml lists it. */
export interface Listed {
  readonly name: string;
  readonly locale: string;
}

/** What the page shows of the package's words: whole subjects, or a part of one. */
const SHARED = ["bots.bot", "bots.name", "colours", "games", "hints.reason", "outcome", "phrases"];
const LIST = "virtual:languages";
const MODULE = "virtual:words/";

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const shared = (language: string) => here(`../src/tenback/words/${language}`);
const own = (language: string) => here(`src/locales/${language}`);

const toml = (file: string): object => parse(readFileSync(file, "utf-8"));

/** Every language, in the order in which people are offered them; the first is English. */
export const languages = (): Record<string, Listed> => toml(shared("languages.toml")) as Record<string, Listed>;

function isEntry(found: object | string): found is Entry {
  if (typeof found === "string") return true;
  return "other" in found && typeof found.other === "string" && Object.keys(found).every((key) => PLURAL_FORMS.includes(key));
}

function flat(name: string, found: object | string): [string, Entry][] {
  if (isEntry(found)) return [[name, found]];
  return Object.entries(found).flatMap(([key, inner]) => flat(`${name}.${key}`, inner));
}

const read = (folder: string, subject: string) => flat(subject, toml(`${folder}/${subject}.toml`));

/** The subjects of the page's own words, which every language has. */
export const subjects = (): string[] =>
  readdirSync(own(Object.keys(languages())[0]!)).map((file) => file.replace(".toml", ""));

/** Every entry of a language by its id. */
export function catalogue(language: string): Catalogue {
  return Object.fromEntries([
    ...subjects().flatMap((subject) => read(own(language), subject)),
    ...SHARED.flatMap((part) =>
      read(shared(language), part.split(".")[0]!).filter(([id]) => id.startsWith(`${part}.`)),
    ),
  ]);
}

/** The same, or an error that names what is missing: the page shows an id where it has no words. */
export function complete(language: string): Catalogue {
  const found = catalogue(language);
  const missing = Object.keys(catalogue(Object.keys(languages())[0]!)).filter((id) => !(id in found));
  if (missing.length) throw new Error(`The catalogues of ${language} have no words for ${missing.join(", ")}.`);
  return found;
}

/** The source of a module: `import { LANGUAGES } from "virtual:languages"`. */
function list(): string {
  const entries = Object.entries(languages()).map(
    ([code, listed]) =>
      `${JSON.stringify(code)}: { ...${JSON.stringify(listed)}, words: () => import("${MODULE}${code}") }`,
  );
  return `export const LANGUAGES = { ${entries.join(", ")} };`;
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A sentence in every language, one after the other: for browsers in which no module runs. */
const everywhere = (id: string): string =>
  Object.keys(languages())
    .map((language) => `<p lang="${language}">${escaped(String(complete(language)[id]))}</p>`)
    .join("\n");

/** `import words from "virtual:words/de"`; and `<!-- page.no-script -->` in the HTML. */
export function words(): Plugin {
  return {
    name: "words",
    resolveId: (id) => (id === LIST || id.startsWith(MODULE) ? `\0${id}` : undefined),
    load(id) {
      if (id === `\0${LIST}`) {
        this.addWatchFile(shared("languages.toml"));
        return list();
      }
      if (!id.startsWith(`\0${MODULE}`)) return undefined;
      const language = id.slice(MODULE.length + 1);
      for (const subject of subjects()) this.addWatchFile(`${own(language)}/${subject}.toml`);
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(complete(language)))})`;
    },
    transformIndexHtml: (html) => html.replace(/<!-- ([\w.-]+) -->/g, (_, id: string) => everywhere(id)),
  };
}
