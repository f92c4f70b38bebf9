import { oncePer } from "../../core/once-per.ts";
import type { Reader } from "./reader.ts";
import { matchAt } from "./stated.ts";
import { READ_CHARACTERS } from "./units.ts";

const patternOf = oncePer((reader: Reader): RegExp => {
  const { people, groups } = reader.words.looks.lists;
  const either = (list: string): string => list.replaceAll(", ", "|");
  const number = `\\d{1,5}|${[...reader.numbers.keys()].filter(isLong).join("|")}`;
  return new RegExp(
    `(?<![\\p{L}\\d.,:/-])(?:(${number}) (?:of us|(?:\\p{L}{1,14} )?(?:${either(people)}))|(?:${either(groups)}) (?:of|for|with|de|von|mit|di|da|para|per|pour|van) (${number})|(?:we are|we're|wir sind|nous sommes|somos|siamo|saremo|estamos) (?:in |a )?(${number})|for (${number})(?=[.,!?]| at | on |$))(?![\\p{L}\\d])`,
    "giu",
  );
});

const isLong = ({ length }: string): boolean => length > 2;

/** The only number of persons that a string states: "28 pupils"; none if it states several. */
export function personsIn(text: string, reader: Reader): readonly number[] {
  const found = new Set<number>();
  for (const [, ...groups] of text.slice(0, READ_CHARACTERS).matchAll(patternOf(reader))) {
    const value = groups.find((it) => it !== undefined)?.toLowerCase() ?? "";
    found.add(reader.numbers.get(value) ?? Number(value));
  }
  return found.size === 1 ? [...found] : [];
}

// In Spanish, "yo" means "I", and "y/o" means "and/or".
const YEARS: RegExp =
  /(?<![\p{L}\d.,:/-])\d{1,3}[ -](?:years?[ -]old|year-olds?|y\/?o(?=[.,;)]|$| (?:(?:fe)?male|(?:wo)?man|boy|girl|patient|pt|[mf]|with|who)(?!\p{L}))|jahre(?= alt|\))|jährige?r?|ans|años|anni|anos|jaar)(?![\p{L}\d])/iuy;
const AGED: RegExp =
  /(?:^|[^\p{L}])(?:i['’]m|i am|(?:he|she|who|daughter|son|child) is|(?:fe)?male,|(?:wo)?man,|aged|age|turned|ich bin|j['’]ai|tengo|ho|tenho) $/iu;
const AGE_END: RegExp = /\d{1,3}(?!\d)(?=[.,;!?)](?!\d)| (?:and|und|et|y|e) |$)/y;
const NEAR = 12;

/** The different ages that a string states at its runs of digits: "I'm 17", "24 Jahre alt". */
export function agesIn(text: string, runs: readonly number[]): readonly number[] {
  const found = new Set<number>();
  for (const run of runs) {
    const isEnd = matchAt(AGE_END, text, run) !== null;
    if (!(isEnd ? AGED.test(text.slice(Math.max(0, run - NEAR), run)) : matchAt(YEARS, text, run)))
      continue;
    found.add(Number.parseInt(text.slice(run), 10));
  }
  return [...found];
}
