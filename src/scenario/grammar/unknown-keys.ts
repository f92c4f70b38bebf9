import type { z } from "zod";

/** What an issue says about the unknown keys of an object. */
export type UnknownKeys = {
  readonly unknown: readonly string[];
  readonly known: readonly string[];
};

/**
 * Turns zod's own issue about an object's unknown keys into one that names the known keys. zod would still transform an object
 * whose only issue is its own; any other issue stops it, so a transformation never sees an object with unknown keys.
 */
export function markUnknownKeys({ issues }: z.RefinementCtx, known: readonly string[]): void {
  for (const issue of issues) {
    if (issue.code !== "unrecognized_keys" || !isOwn(issue)) continue;
    const params: UnknownKeys = { unknown: issue.keys, known };
    Object.assign(issue, { code: "custom", params });
  }
}

/** Whether an issue is about the value itself, not a part of it. */
export function isOwn({ path = [] }: z.core.$ZodRawIssue): boolean {
  return path.length === 0;
}

/** Whether an issue is about unknown keys. */
export function isUnknownKeys(issue: {
  readonly code?: string | undefined;
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}): issue is { readonly code: "custom"; readonly params: UnknownKeys } {
  return issue.code === "custom" && issue.params !== undefined && "unknown" in issue.params;
}
