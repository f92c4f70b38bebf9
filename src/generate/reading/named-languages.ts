import { nameWords } from "schema-values";
import { oncePer } from "../../core/once-per.ts";
import type { Reader } from "./reader.ts";
import { READ_CHARACTERS } from "./units.ts";

/** The languages to translate from and to: "from Polish into English". */
const SOURCE: RegExp = /^(?:source|original|from)$/;
const TARGET: RegExp = /^(?:target|to|into|destination|desired|output)$/;
/** Words before a source, before a target, and before any language. */
const FROM: RegExp = /^(?:from|aus|vom|du|de|del|dal|dall|do|uit)$/;
const INTO: RegExp = /^(?:into|to|nach|ins|vers|al|para|naar)$/;
const IN: RegExp = /^(?:in|auf|en|em|op|speaks?|speaking|spoken|spricht|parle|habla|parla)$/;

type Named = { readonly code: string; readonly before: string };

const SHORTEST_NAME = 4;

/** A pattern for the names of all languages, each with the word before it. */
const patternOf = oncePer(({ words }: Reader): RegExp => {
  const names = [...words.languages, ...words.others].flatMap((language) => language.names);
  const long = names.filter(({ length }) => length >= SHORTEST_NAME);
  return new RegExp(`(\\p{L}{1,9})(?:['’]| )(${long.join("|")})(?:en?)?(?!\\p{L})`, "giu");
});

/** Finds the language that a string names for a property, by its code. */
export function languageFinder(name: string, reader: Reader): (text: string) => string | undefined {
  const words = nameWords(name);
  const isSource = words.some((word) => SOURCE.test(word));
  const isTarget = words.some((word) => TARGET.test(word));
  return (text) => {
    const named: Named[] = [];
    for (const [, before = "", language = ""] of text
      .slice(0, READ_CHARACTERS)
      .matchAll(patternOf(reader))) {
      const code = reader.languageCode(language);
      if (code !== undefined) named.push({ code, before: before.toLowerCase() });
    }
    const only = (pattern: RegExp): string | undefined => {
      const codes = new Set(named.flatMap((it) => (pattern.test(it.before) ? it.code : [])));
      return codes.size === 1 ? [...codes][0] : undefined;
    };
    if (!isSource && !isTarget) return only(IN) ?? only(INTO);
    if (isSource) return only(FROM) ?? only(IN);
    return only(INTO) ?? (only(FROM) === undefined ? undefined : only(IN));
  };
}
