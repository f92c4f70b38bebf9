import type { CallMatch, FaultRule } from "../../core/fault-rule.ts";
import { canonicalJson, type JsonValue } from "../../core/json.ts";
import type { SubmissionMatch } from "../../core/profile-rule.ts";
import { traitsOf } from "../../faults/find-kind.ts";

/*
 * Whether one condition always holds if another does. If that can't be determined (two different JSON Schemas), the result is
 * false: only rules that are certainly unreachable are reported.
 */

/** Whether every submission that matches `narrow` also matches `wide`. */
export function coversSubmission(
  wide: SubmissionMatch | undefined,
  narrow: SubmissionMatch = {},
): boolean {
  if (wide === undefined) return true;
  return (
    hasAll(wide.models, narrow.models) &&
    isSame(wide.jobPriority, narrow.jobPriority) &&
    isWider(wide.inputs, narrow.inputs) &&
    isSame(wide.hasSchema, narrow.hasSchema) &&
    isSame(wide.reasoning, narrow.reasoning) &&
    isSame(wide.source, narrow.source) &&
    isSame(wide.request, narrow.request)
  );
}

/** Whether a fault rule fires on every call that a later rule matches, which then never fires. */
export function coversRule(wide: FaultRule, narrow: FaultRule): boolean {
  const isAlways =
    !traitsOf(wide.fault.kind).isSelective &&
    wide.times === undefined &&
    (wide.after ?? 0) === 0 &&
    (wide.every ?? 1) === 1 &&
    (wide.probability ?? 1) === 1;
  const hasOperations = wide.on === "*" || (narrow.on !== "*" && hasAll(wide.on, narrow.on));
  return isAlways && hasOperations && coversCall(wide.when, narrow.when);
}

function coversCall(wide: CallMatch | undefined, narrow: CallMatch = {}): boolean {
  if (wide === undefined) return true;
  return (
    hasAll(wide.jobStates, narrow.jobStates) &&
    isWider(wide.jobAgeMs, narrow.jobAgeMs) &&
    hasAll(wide.formats, narrow.formats) &&
    isSame(wide.header, narrow.header) &&
    isSame(wide.query, narrow.query) &&
    isSame(wide.body, narrow.body) &&
    isSame(wide.call, narrow.call)
  );
}

function hasAll(wide?: readonly string[], narrow?: readonly string[]): boolean {
  return wide === undefined || (narrow?.every((word) => wide.includes(word)) ?? false);
}

function isSame(wide?: JsonValue, narrow?: JsonValue): boolean {
  if (wide === undefined) return true;
  return narrow !== undefined && canonicalJson(wide) === canonicalJson(narrow);
}

type Bounds = { readonly min?: number; readonly max?: number };

function isWider(wide?: Bounds, narrow?: Bounds): boolean {
  if (wide === undefined) return true;
  if (narrow === undefined) return false;
  const { min = 0, max = Number.POSITIVE_INFINITY } = narrow;
  return (wide.min ?? 0) <= min && (wide.max ?? Number.POSITIVE_INFINITY) >= max;
}
