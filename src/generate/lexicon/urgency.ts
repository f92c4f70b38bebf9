import type { Hints } from "schema-values";
import type { LabelWords, Subject } from "./subject.ts";

const NAMED: RegExp =
  /priority|urgency|severity|importance|criticality|priorit|dringlichkeit|urgenc/i;

/** Labels by how urgent they are, from 0 to 1. */
const LABELS: readonly (readonly [number, string])[] = [
  [0, "lowest|trivial|none|p5|p4|not urgent|keine"],
  [0.2, "low|minor|p3|niedrig|gering|faible|basse|baja|bassa|baixa|laag"],
  [0.5, "medium|normal|moderate|mid|p2|mittel|moyenne|media|média|gemiddeld|standard"],
  [0.8, "high|major|p1|hoch|haute|élevée|alta|hoog|important"],
  [
    1,
    "urgent|critical|highest|blocker|severe|immediate|emergency|p0|dringend|kritisch|urgente|critique|crítica",
  ],
];

const LEVELS: ReadonlyMap<string, number> = new Map(
  LABELS.flatMap(([level, labels]) =>
    labels.split("|").map((label): [string, number] => [label, level]),
  ),
);

/** How urgent labels are, from 0 to 1; undefined if they or the property's name are about something different. */
export function urgencyLevels(
  labels: readonly string[],
  { name, description }: Hints,
): readonly number[] | undefined {
  if (!NAMED.test(name) && !NAMED.test(description)) return undefined;
  const levels = labels.map((label) => LEVELS.get(label.toLowerCase().replace(/[_-]+/g, " ")));
  return levels.every((level) => level !== undefined) ? levels : undefined;
}

/** The urgency of most inputs. */
export const MEDIUM_URGENCY = 0.5;

const URGENT: LabelWords = [["urgent"]];

/** Whether an input says that it is urgent. */
export function isUrgent(subject: Subject): boolean {
  return (subject.countLabels(URGENT)[0] ?? 0) > 0;
}

/** How urgent an input is, from 0 to 1, by its words and its opinion; undefined if nothing shows that. */
export function urgencyOf(subject: Subject): number | undefined {
  if (isUrgent(subject)) return 1;
  const { value } = subject.mood;
  if (value === 0) return undefined;
  return value > 0 ? 0.2 : 0.4 - value / 2;
}
