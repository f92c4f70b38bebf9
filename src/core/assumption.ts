import type { Assumptions } from "./job/facts.ts";
import type { JsonValue } from "./json.ts";
import { DURATION_FORM, parseDurationMs } from "./time.ts";

/** Who chose the value of an assumption that is in effect. */
export type AssumptionSetter = "default" | "overlay" | "scenario";

/** Where a terminal job ends after `cancelling` (assumption `cancel-terminal`; default `previous`). */
export type CancelTerminal = "previous" | "cancelled";

/** What a cancel request does to a job that is in `cancelling` (assumption `cancel-twice`; default `first-stands`). */
export type CancelTwice = "first-stands" | "restarts";

/** The value of `cancel-terminal`; throws a RangeError on a word that it doesn't know. */
export function cancelTerminalOf(assumptions: Assumptions): CancelTerminal {
  return wordOf(assumptions, "cancel-terminal", ["previous", "cancelled"]);
}

/** The value of `cancel-twice`; throws a RangeError on a word that it doesn't know. */
export function cancelTwiceOf(assumptions: Assumptions): CancelTwice {
  return wordOf(assumptions, "cancel-twice", ["first-stands", "restarts"]);
}

/** Milliseconds for which results stay (assumption `retention`); undefined: `for-ever`. Throws a RangeError on anything else than that or a duration. */
export function retentionMsOf(assumptions: Assumptions): number | undefined {
  const value = assumptions["retention"] ?? "for-ever";
  if (value === "for-ever") return undefined;
  const ms = typeof value === "string" ? parseDurationMs(value) : undefined;
  if (ms === undefined) throw unexpected("retention", `\`for-ever\` or ${DURATION_FORM}`, value);
  return ms;
}

/** The value of an assumption that is one of a few words, the first being the default. */
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
