import { nameWords } from "schema-values";
import { oncePer } from "../../core/once-per.ts";
import type { Reader } from "./reader.ts";
import { READ_CHARACTERS, unitsOf } from "./units.ts";
import { type ListedWord, matchEnd, matchMeaning, WordTable } from "./word-table.ts";

/** Words in the names of properties for languages other than the input's. */
export const OTHER_LANGUAGE: RegExp =
  /languages|spoken|native|target|known|preferred|sprachen|langues|idiomas|lingue|talen/i;
/** Words in the names of properties for the languages to translate from and to. */
const SOURCE: RegExp = /^(?:source|original|from)$/;
const TARGET: RegExp = /^(?:target|to|into|destination|desired|output)$/;
/** Words before a source, before a target, and before any language. */
const BEFORE: RegExp =
  /(?<!\p{L})(?:(from|aus|vom|du|de|del|dal|dall|do|uit)|(into|to|nach|ins|vers|al|para|naar)|in|auf|en|em|op|speaks?|speaking|spoken|spricht|parle|habla|parla)[ '’]$/iu;
const LONGEST_BEFORE = 10;
const SHORTEST_NAME = 4;

/** The names of languages with their codes, and a table of them, also as German adjectives. */
const tableOf = oncePer(({ words: { languages, others } }: Reader) => {
  const names = [...languages, ...others].flatMap(({ code, names }) =>
    names.filter(({ length }) => length >= SHORTEST_NAME).map((name) => ({ code, name })),
  );
  const listed = names.flatMap(({ name }, i) =>
    ["", "e", "en"].map((ending): ListedWord => [name.toLowerCase() + ending, i + 1]),
  );
  return { names, table: new WordTable(listed) };
});

/** Finds the code of the language that a string names for a property. */
export function languageFinder(name: string, reader: Reader): (text: string) => string | undefined {
  const words = nameWords(name);
  const isSource = words.some((word) => SOURCE.test(word));
  const isTarget = words.some((word) => TARGET.test(word));
  const { names, table } = tableOf(reader);
  return (text) => {
    const [from, into, inside] = [new Set<string>(), new Set<string>(), new Set<string>()];
    const read = unitsOf(text);
    const until = Math.min(read.length, READ_CHARACTERS);
    for (let at = table.nextFrom(read, 0, until); at < until; ) {
      const match = table.matchAt(read, at);
      const language = names[matchMeaning(match) - 1];
      const before = BEFORE.exec(text.slice(Math.max(0, at - LONGEST_BEFORE), at));
      // "To polish" names no language.
      if (language?.name.charAt(0) === text.charAt(at) && before !== null)
        (before[1] ? from : before[2] ? into : inside).add(language.code);
      at = table.nextFrom(read, matchEnd(match), until);
    }
    if (!isSource && !isTarget) return only(inside) ?? only(into);
    if (isSource) return only(from) ?? only(inside);
    return only(into) ?? (only(from) === undefined ? undefined : only(inside));
  };
}

function only(codes: ReadonlySet<string>): string | undefined {
  return codes.size === 1 ? [...codes][0] : undefined;
}
