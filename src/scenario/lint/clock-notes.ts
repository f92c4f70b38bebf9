import type { ClockSpec } from "../../core/clock-spec.ts";
import type { Scenario } from "../../core/scenario.ts";
import { traitsOf } from "../../faults/find-kind.ts";
import type { DataPath } from "../../yaml/data-path.ts";
import type { LintFinding } from "./lint-finding.ts";

/**
 * A kind of clock on which a part of a scenario doesn't show what it promises, and the reason as a
 * sentence.
 */
export type ClockNote = {
  readonly mode: ClockSpec["mode"];
  readonly path: DataPath;
  readonly message: string;
};

/**
 * Lists the faults that clients notice only on some clocks; empty if they notice all on every
 * clock.
 */
export function clockNotes({ faults }: Pick<Scenario, "faults">): readonly ClockNote[] {
  return faults.flatMap(({ name, fault }, index) =>
    Object.entries(traitsOf(fault.kind).onClock).map(([mode, reason]) => ({
      mode: mode as ClockSpec["mode"],
      path: ["faults", index],
      message: `On a ${mode === "poll" ? "`poll`" : mode} clock, \`${name}\` ${reason}.`,
    })),
  );
}

/**
 * Warns about the scenario's own clock; if it has none, mentions the clocks that users might
 * choose.
 */
export function lintClock(scenario: Scenario): readonly LintFinding[] {
  const { clock } = scenario;
  return clockNotes(scenario)
    .filter(({ mode }) => clock === undefined || clock.mode === mode)
    .map(({ path, message }) => ({
      rule: "clock",
      severity: clock === undefined ? "note" : "warning",
      path,
      message,
    }));
}
