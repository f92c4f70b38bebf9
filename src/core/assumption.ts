import type { JsonValue } from "./json.ts";
import { DURATION_FORM, parseDurationMs } from "./time.ts";

/** Values in effect, by assumption ID. */
export type Assumptions = Readonly<Record<string, JsonValue>>;

/** Where an assumption's value comes from. */
export type AssumptionSetter = "default" | "overlay" | "scenario";

/** Assumptions with a fixed set of values; the first value is the default. */
const WORDS = {
  /** State after canceling an ended job. With `ignored`, the cancel request does nothing. */
  "cancel-terminal": ["previous", "cancelled", "ignored"],
  /** The effect of a second cancel request. */
  "cancel-twice": ["first-stands", "restarts"],
  /**
   * Results of a job that ended early. `none`: no results. `kept`: the rows that ran. `listed`:
   * also an entry for each row that did not run.
   */
  "unfinished-results": ["none", "kept", "listed"],
  /** The order of rows in results. */
  "row-order": ["input", "shuffled"],
} as const;

/** Assumptions that can set a duration. The default of each is a word for "no duration". */
const UNLIMITED = {
  /** How long results are kept. */
  retention: "forever",
  /** Time from creation until an unfinished job expires. */
  "completion-window": "none",
  /** Time from a job's last row to its success; with `none`, there is no `finalizing` state. */
  finalizing: "none",
} as const;

type AssumptionWord<Id extends keyof typeof WORDS> = (typeof WORDS)[Id][number];

/** The value of an assumption in `WORDS`. Throws a RangeError if the value is unknown. */
export function wordOf<Id extends keyof typeof WORDS>(
  assumptions: Assumptions,
  id: Id,
): AssumptionWord<Id> {
  const words: readonly AssumptionWord<Id>[] = WORDS[id];
  const { [id]: value = words[0] } = assumptions;
  const known = words.find((word) => word === value);
  if (known === undefined) throw unexpected(id, `one of ${words.join(", ")}`, value ?? null);
  return known;
}

/**
 * The duration that an assumption sets, in milliseconds; undefined if it sets none. Throws a
 * RangeError if the value is invalid.
 */
export function durationMsOf(
  assumptions: Assumptions,
  id: keyof typeof UNLIMITED,
): number | undefined {
  const unlimited = UNLIMITED[id];
  const value = assumptions[id] ?? unlimited;
  if (value === unlimited) return undefined;
  const ms = typeof value === "string" ? parseDurationMs(value) : undefined;
  if (ms === undefined) throw unexpected(id, `\`${unlimited}\` or ${DURATION_FORM}`, value);
  return ms;
}

function unexpected(id: string, constraint: string, value: JsonValue): RangeError {
  return new RangeError(
    `Expected the assumption \`${id}\` to be ${constraint}, got \`${JSON.stringify(value)}\`.`,
  );
}
