import type { CallMatch, FaultRule } from "../../core/fault-rule.ts";
import { canonicalJson, type JsonValue } from "../../core/json.ts";
import type { SubmissionMatch } from "../../core/profile-rule.ts";
import { traitsOf } from "../../faults/find-kind.ts";

/*
 * Whether one condition always holds if another does. If that can't be determined (two different
 * JSON Schemas), the result is false: only rules that are certainly unreachable are reported.
 */

/** Whether a fault rule fires on every call that a later rule matches, which then never fires. */
export function coversRule(wide: FaultRule, narrow: FaultRule): boolean {
  const isAlways =
    !traitsOf(wide.fault.kind).isSelective &&
    wide.times === undefined &&
    (wide.after ?? 0) === 0 &&
    (wide.every ?? 1) === 1 &&
    (wide.probability ?? 1) === 1;
  const hasOperations = wide.on === "*" || (narrow.on !== "*" && hasAll(wide.on, narrow.on));
  return isAlways && hasOperations && covers(wide.when, narrow.when);
}

/**
 * Whether everything that matches a condition on submissions or calls also matches a wider one.
 * Parts that are not words or bounds must be equal.
 */
export function covers(wide: object = {}, narrow: object = {}): boolean {
  const others = new Map<string, JsonValue>(Object.entries(narrow));
  return Object.entries(wide).every(([name, condition]: [string, JsonValue]) => {
    const other = others.get(name);
    if (other === undefined) return false;
    if (Array.isArray(condition)) return hasAll(condition, other as readonly string[]);
    return BOUNDS.has(name)
      ? isWider(condition as Bounds, other as Bounds)
      : canonicalJson(condition) === canonicalJson(other);
  });
}

function hasAll(wide: readonly JsonValue[], narrow: readonly string[]): boolean {
  return narrow.every((word) => wide.includes(word));
}

const BOUNDS: ReadonlySet<string> = new Set<keyof SubmissionMatch | keyof CallMatch>([
  "inputs",
  "jobAgeMs",
]);

type Bounds = { readonly min?: number; readonly max?: number };

function isWider(wide: Bounds, { min = 0, max = Number.POSITIVE_INFINITY }: Bounds): boolean {
  return (wide.min ?? 0) <= min && (wide.max ?? Number.POSITIVE_INFINITY) >= max;
}
