import type { Hints } from "schema-values";
import { choicesIn } from "./described-choices.ts";
import { givenNumberNamed, givenTextNamed } from "./given-names.ts";
import type { Subject } from "./subject.ts";

/** The ways to write what a subject states, the most usual first; empty if it doesn't state it. */
type StatedText = (subject: Subject) => readonly string[];

const ANY_LENGTH = { least: 0, most: Infinity };
const NONE: readonly string[] = [];

/** How a subject states a string; undefined if the property's name doesn't tell. */
export function statedText(hints: Hints): StatedText | undefined {
  const given = givenTextNamed(hints);
  const number = given === undefined ? givenNumberNamed(hints) : undefined;
  if (given === undefined && number === undefined) return undefined;
  if (choicesIn(hints.description, ANY_LENGTH, true).length > 1) return undefined;
  if (given !== undefined)
    return (subject) => {
      const text = subject.stated.text(given);
      if (text === undefined) return NONE;
      return given === "due" || given === "issued" ? [text, `${text}T00:00:00Z`] : [text];
    };
  if (number === undefined) return undefined;
  return (subject) => {
    const value = subject.stated.number(number.given);
    return value === undefined ? NONE : [(value * number.factor).toFixed(2)];
  };
}
