import type { ClockSpec } from "../../core/clock-spec.ts";
import type { FaultRule } from "../../core/fault-rule.ts";
import { formatDuration } from "../../core/time.ts";
import { factsOf } from "../../faults/find-kind.ts";
import type { LintFinding } from "./lint-finding.ts";

/**
 * Warns about a literal `Retry-After` that HTTP doesn't allow or whose seconds differ from those of
 * a scaled clock.
 */
export function lintRetryAfter(
  { fault }: FaultRule,
  index: number,
  clock: ClockSpec | undefined,
): LintFinding[] {
  const { headers = {} } = factsOf(fault);
  return Object.entries(headers).flatMap(([name, value]): LintFinding[] => {
    if (name.toLowerCase() !== "retry-after") return [];
    const message = problemOf(value.trim(), clock);
    if (message === undefined) return [];
    const path = ["faults", index, "headers", name];
    return [{ rule: "retry-after", severity: "warning", path, message }];
  });
}

function problemOf(value: string, clock: ClockSpec | undefined): string | undefined {
  if (!/^\d+$/.test(value)) {
    if (/^[A-Z][a-z]{2},/.test(value) && !Number.isNaN(Date.parse(value))) return undefined;
    return `\`Retry-After\` is \`${value}\`, which clients can't read: HTTP allows an integer number of seconds, such as \`5\`, or an HTTP date.`;
  }
  if (clock?.mode !== "scaled" || Number(value) === 0) return undefined;
  const virtual = formatDuration(Number(value) * 1000 * clock.scale);
  return `\`Retry-After: ${value}\` means ${value} wall-clock ${value === "1" ? "second" : "seconds"}, which are ${virtual} on this scenario's clock (${clock.scale}x). The header is sent as written.`;
}
