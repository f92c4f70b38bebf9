import type { Hints, Subject } from "schema-values";
import type { Reader } from "../reading/reader.ts";
import { InputSubject, known } from "./subject.ts";

/** A word in a description or an instruction that may be a language. */
const TARGET: RegExp =
  /\b(?:in(?:to)?|auf|ins|en|vers|au|al|para o|naar het) (?:the )?(\p{L}{3,20})(?!\p{L})|(?<!\p{L})(\p{L}{3,20}) translation\b/giu;
const TRANSLATES: RegExp = /translat|übersetz|uebersetz|tradu/i;

/**
 * The language that a string should be written in according to its name and description: "in English",
 * "French translation"; undefined if they name none. Translations are in English by default.
 */
export function languageNamed(
  name: string,
  description: string,
  reader: Reader,
): string | undefined {
  for (const [, into, of] of description.matchAll(TARGET)) {
    const code = reader.languageCode(into ?? of ?? "");
    if (code !== undefined) return code;
  }
  const words = name.split(/[^\p{L}]|(?<=\p{Ll})(?=\p{Lu})/u).filter((word) => word !== "");
  const named = words.flatMap((word) =>
    word.length > 3 ? (reader.languageCode(word) ?? []) : [],
  )[0];
  const last = words.length > 1 ? reader.languageCode(words.at(-1) ?? "") : undefined;
  return named ?? last ?? (TRANSLATES.test(name) ? "en" : undefined);
}

/** Gives a row's subject the language that a property asks for; undefined if it asks for none. */
export function askedLanguage(
  { name, description }: Hints,
  reader: Reader,
): ((subject: Subject | undefined) => Subject) | undefined {
  const code = languageNamed(name, description, reader);
  const language = code === undefined ? undefined : reader.spoken(code);
  if (language === undefined) return undefined;
  return (subject) =>
    new InputSubject(subject?.text ?? "", {
      reader,
      heat: subject === undefined ? 1 : known(subject).heat,
      language,
    });
}
