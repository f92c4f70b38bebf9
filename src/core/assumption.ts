import type { Assumptions } from "./job/facts.ts";
import type { JsonValue } from "./json.ts";
import { DURATION_FORM, parseDurationMs } from "./time.ts";

/** Who set the value of an assumption that is in effect. */
export type AssumptionSetter = "default" | "overlay" | "scenario";

/**
 * How a terminal job ends after `cancelling` (assumption `cancel-terminal`; default `previous`).
 */
export type CancelTerminal = "previous" | "cancelled";

/**
 * What a cancel request does to a job in `cancelling` (assumption `cancel-twice`; default
 * `first-stands`).
 */
export type CancelTwice = "first-stands" | "restarts";

/** The value of `cancel-terminal`. Throws a RangeError if the value is unknown. */
export function cancelTerminalOf(assumptions: Assumptions): CancelTerminal {
  return wordOf(assumptions, "cancel-terminal", ["previous", "cancelled"]);
}

/** The value of `cancel-twice`. Throws a RangeError if the value is unknown. */
export function cancelTwiceOf(assumptions: Assumptions): CancelTwice {
  return wordOf(assumptions, "cancel-twice", ["first-stands", "restarts"]);
}

/**
 * How long results are kept, in milliseconds (assumption `retention`); undefined for `forever`.
 * Throws a RangeError if the value is neither `forever` nor a duration.
 */
export function retentionMsOf(assumptions: Assumptions): number | undefined {
  const value = assumptions["retention"] ?? "forever";
  if (value === "forever") return undefined;
  const ms = typeof value === "string" ? parseDurationMs(value) : undefined;
  if (ms === undefined) throw unexpected("retention", `\`forever\` or ${DURATION_FORM}`, value);
  return ms;
}

/** The value of an assumption with a fixed set of values; the first is the default. */
function wordOf<Word extends string>(
  assumptions: Assumptions,
  id: string,
  words: readonly [Word, ...Word[]],
): Word {
  const value = assumptions[id];
  if (value === undefined) return words[0];
  const known = words.find((word) => word === value);
  if (known === undefined) throw unexpected(id, `one of ${words.join(", ")}`, value);
  return known;
}

function unexpected(id: string, constraint: string, value: JsonValue): RangeError {
  return new RangeError(
    `Expected the assumption \`${id}\` to be ${constraint}, got \`${JSON.stringify(value)}\`.`,
  );
}
