import { cacheOf } from "../core/cache-of.ts";
import { oncePer } from "../core/once-per.ts";
import type { Sandbox } from "../state/sandbox.ts";

export function jobCache<Value extends NonNullable<unknown>>(maxJobs: number) {
  // The values are garbage-collected with their sandbox.
  const valuesOf = oncePer((_: Sandbox) => cacheOf<Value>(maxJobs));
  return (sandbox: Sandbox, jobId: string, make: () => Value): Value =>
    valuesOf(sandbox)(jobId, make);
}
