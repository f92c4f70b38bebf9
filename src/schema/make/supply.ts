import type { JsonValue } from "../../core/json.ts";
import type { Hints } from "../words/hints.ts";
import { kindsLabeled } from "../words/mention-labels.ts";
import { nameWords, singularOf } from "../words/name-words.ts";
import type { Subject } from "../words/subject.ts";
import { toldChoice } from "../words/told-choice.ts";
import { isEntity } from "./agree/mention-agreement.ts";

/** How many items the subject has for a list; undefined or 0 if it says nothing about them. */
export type Supply = (subject: Subject) => number | undefined;

/** How a subject limits a list: to what it mentions, or to the labels that fit it. */
export function supplyOf(
  hints: Hints,
  labels: readonly JsonValue[] | undefined,
): Supply | undefined {
  if (labels !== undefined && labels.every((label) => typeof label === "string")) {
    const told = toldChoice(labels, hints);
    return told === undefined ? undefined : (subject) => told(subject).length;
  }
  if (isEntity(hints.name)) return ({ mentions }) => mentions.length;
  const kinds = kindsLabeled(nameWords(hints.name).map(singularOf).at(-1) ?? "");
  if (kinds.length === 0) return undefined;
  return ({ mentions }) => mentions.filter(({ kind }) => kinds.includes(kind)).length;
}
