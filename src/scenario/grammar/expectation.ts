import type { z } from "zod";
import { listed } from "../../core/nearest.ts";

/** Messages in the grammar are noun phrases. `explain-issues.ts` builds sentences from them. */

/** Describes the expected value for a schema without its own message. */
export function expectation(issue: z.core.$ZodRawIssue): string {
  switch (issue.code) {
    case "invalid_type":
      return TYPES[issue.expected] ?? `a value of type ${issue.expected}`;
    case "invalid_value":
      return choiceOf(issue.values.map(String));
    case "too_small":
      return bound(issue.origin, issue.inclusive === false ? "above" : "at least", issue.minimum);
    case "too_big":
      return bound(issue.origin, issue.inclusive === false ? "below" : "at most", issue.maximum);
    default:
      return "a value that the schema allows";
  }
}

/** The allowed words, as `` `a` `` or as `` one of `a`, `b` ``. */
export function choiceOf(words: readonly string[]): string {
  return words.length === 1 ? listed(words) : `one of ${listed(words)}`;
}

const TYPES: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  int: "a whole number",
  boolean: "`true` or `false`",
  object: "an object",
  record: "an object",
  array: "a list",
  tuple: "a list",
};

function bound(origin: string, relation: string, limit: number | bigint): string {
  if (origin === "array") return `a list of ${relation} ${limit} ${limit === 1 ? "item" : "items"}`;
  if (origin === "string")
    return `a string of ${relation} ${limit} ${limit === 1 ? "character" : "characters"}`;
  return `a number ${relation === "above" || relation === "below" ? relation : `of ${relation}`} ${limit}`;
}

const STOP = { isStop: true };

/**
 * Adds an issue to an object with unknown keys, so that zod doesn't check or transform the object
 * any further. The unknown keys alone don't stop zod.
 */
export function stopAtUnknownKeys(context: z.RefinementCtx): void {
  const hasUnknownKeys = context.issues.some(
    ({ code, path = [] }) => code === "unrecognized_keys" && path.length === 0,
  );
  if (hasUnknownKeys) context.addIssue({ code: "custom", params: STOP, continue: false });
}

/** Whether an issue only serves to stop zod's checks. */
export function isStop(issue: z.core.$ZodIssue): boolean {
  return issue.code === "custom" && issue.params === STOP;
}
