import { oncePer } from "../../core/once-per.ts";
import type { Reader } from "./reader.ts";
import { READ_CHARACTERS } from "./units.ts";

type Patterns = { readonly people: RegExp; readonly age: RegExp };

const patternsOf = oncePer((reader: Reader): Patterns => {
  const { people, groups } = reader.words.looks.lists;
  const either = (list: string): string => list.replaceAll(", ", "|");
  const number = `\\d{1,5}|${[...reader.numbers.keys()].filter(isLong).join("|")}`;
  const years = "years?[ -]old|year-olds?|jahre(?= alt|\\))|jährige?r?|ans|años|anni|anos|jaar";
  const aged =
    "i['’]m|i am|(?:he|she|who|daughter|son|child) is|aged|age|turned|ich bin|j['’]ai|tengo|ho|tenho";
  const before = "(?<![\\p{L}\\d.,:/-])";
  const after = "(?![\\p{L}\\d])";
  return {
    people: new RegExp(
      `${before}(?:(${number}) (?:of us|(?:\\p{L}{1,14} )?(?:${either(people)}))|(?:${either(groups)}) (?:of|for|with|de|von|mit|di|da|para|per|pour|van) (${number})|(?:we are|we're|wir sind|nous sommes|somos|siamo|saremo|estamos) (?:in |a )?(${number})|for (${number})(?=[.,!?]| at | on |$))${after}`,
      "giu",
    ),
    age: new RegExp(
      `${before}(?:(${number})[ -](?:${years})|(?:${aged}) (${number})(?=[.,;!?)]| and | und | et | y | e |$))${after}`,
      "giu",
    ),
  };
});

const isLong = ({ length }: string): boolean => length > 2;

/** The only number of persons, or age, that a string states. */
export function personsIn(text: string, reader: Reader, kind: keyof Patterns): number | undefined {
  const found = new Set<number>();
  for (const [, ...groups] of text.slice(0, READ_CHARACTERS).matchAll(patternsOf(reader)[kind])) {
    const value = groups.find((it) => it !== undefined)?.toLowerCase() ?? "";
    found.add(reader.numbers.get(value) ?? Number(value));
  }
  return found.size === 1 ? [...found][0] : undefined;
}
