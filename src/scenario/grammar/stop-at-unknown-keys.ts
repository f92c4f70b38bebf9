import type { z } from "zod";

const STOP = { isStop: true };

/**
 * Adds an issue to an object with unknown keys that keeps zod from checking it further and from
 * transforming it: zod would still do both to an object whose only issue is its own about unknown
 * keys.
 */
export function stopAtUnknownKeys(context: z.RefinementCtx): void {
  const hasUnknownKeys = context.issues.some(
    ({ code, path = [] }) => code === "unrecognized_keys" && path.length === 0,
  );
  if (hasUnknownKeys) context.addIssue({ code: "custom", params: STOP, continue: false });
}

/** Whether an issue only stops zod from checking further. */
export function isStop(issue: z.core.$ZodIssue): boolean {
  return issue.code === "custom" && issue.params === STOP;
}
