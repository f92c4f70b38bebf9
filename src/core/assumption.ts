import type { JsonValue } from "./json.ts";
import { DURATION_FORM, parseDurationMs } from "./time.ts";

/** Values in effect, by assumption ID. */
export type Assumptions = Readonly<Record<string, JsonValue>>;

/** Who set the value of an assumption that is in effect. */
export type AssumptionSetter = "default" | "overlay" | "scenario";

/**
 * How a terminal job ends after `cancelling` (assumption `cancel-terminal`; default `previous`);
 * `ignored` if a cancel request doesn't change it at all.
 */
export type CancelTerminal = "previous" | "cancelled" | "ignored";

/** The effect of a second cancel request (assumption `cancel-twice`; default `first-stands`). */
export type CancelTwice = "first-stands" | "restarts";

/** The value of `cancel-terminal`. Throws a RangeError if the value is unknown. */
export function cancelTerminalOf(assumptions: Assumptions): CancelTerminal {
  return wordOf(assumptions, "cancel-terminal", ["previous", "cancelled", "ignored"]);
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
  return durationOf(assumptions, "retention", "forever");
}

/**
 * How long a job may take, in milliseconds, before it expires (assumption `completion-window`);
 * undefined for `none`, the default. Throws a RangeError if the value is neither `none` nor a
 * duration.
 */
export function windowMsOf(assumptions: Assumptions): number | undefined {
  return durationOf(assumptions, "completion-window", "none");
}

/**
 * How long a job's results are prepared, in milliseconds, before it succeeds (assumption
 * `finalizing`); undefined for `none`, the default: the service has no such state. Throws a
 * RangeError if the value is neither `none` nor a duration.
 */
export function finalizingMsOf(assumptions: Assumptions): number | undefined {
  return durationOf(assumptions, "finalizing", "none");
}

/**
 * Contents of the results of a job that ended early (assumption `unfinished-results`). `none`: it
 * has no results. `kept`: the rows that ran. `listed`: also an entry for each row that did not.
 */
export type UnfinishedResults = "none" | "kept" | "listed";

/** The value of `unfinished-results`. Throws a RangeError if the value is unknown. */
export function unfinishedResultsOf(assumptions: Assumptions): UnfinishedResults {
  return wordOf(assumptions, "unfinished-results", ["none", "kept", "listed"]);
}

/** The value of `row-order`: the order of rows in results. Throws a RangeError if the value is unknown. */
export function rowOrderOf(assumptions: Assumptions): "input" | "shuffled" {
  return wordOf(assumptions, "row-order", ["input", "shuffled"]);
}

/** A duration in milliseconds; undefined for the word that stands for no limit, which is the default. */
function durationOf(assumptions: Assumptions, id: string, unlimited: string): number | undefined {
  const value = assumptions[id] ?? unlimited;
  if (value === unlimited) return undefined;
  const ms = typeof value === "string" ? parseDurationMs(value) : undefined;
  if (ms === undefined) throw unexpected(id, `\`${unlimited}\` or ${DURATION_FORM}`, value);
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
