import type { Rng } from "../../core/rng.ts";
import type { LabelWords, Subject } from "./subject.ts";
import { isUrgent } from "./urgency.ts";

/** Materials of the kinds of products that inputs describe. */
const KINDS: LabelWords = [
  ["electronics"],
  ["clothing"],
  ["furniture"],
  ["kitchen"],
  ["tool", "garden"],
];
const MATERIALS: readonly (readonly string[])[] = [
  ["aluminum", "plastic"],
  ["cotton", "polyester", "wool"],
  ["oak", "pine", "steel"],
  ["ceramic", "glass", "stainless steel"],
  ["plastic", "steel"],
];

/** A material that is usual for what the subject describes; undefined if that is of no known kind. */
export function fittingMaterial(rng: Rng, subject: Subject): string | undefined {
  const kind = subject.countLabels(KINDS).findIndex((count) => count > 0);
  const usual = MATERIALS[kind];
  return usual && rng.pick(usual);
}

const TONES = {
  good: ["cheerful", "enthusiastic", "friendly"],
  bad: ["critical", "formal"],
  plain: ["formal", "neutral", "polite"],
} as const;

/** A tone that fits the subject's opinion. */
export function fittingTone(rng: Rng, subject: Subject): string {
  if (isUrgent(subject)) return "urgent";
  const { value } = subject.mood;
  return rng.pick(value > 0 ? TONES.good : value < 0 ? TONES.bad : TONES.plain);
}
