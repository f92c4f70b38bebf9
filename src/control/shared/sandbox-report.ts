import { formatClockSpec } from "../../core/clock-spec.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { VerbScope } from "../host.ts";
import type { SandboxReport } from "../reports.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";

/** Describes a sandbox to a caller; the caller's own request is not counted. */
export function sandboxReport(scope: VerbScope, sandbox: Sandbox): SandboxReport {
  const { name, title, scenario, seed, clock, state, journal, byteLength } = sandbox;
  return {
    name,
    ...(title !== undefined && { title }),
    scenario: scenario.name,
    seed,
    clock: formatClockSpec(clock.spec),
    now: clock.now(),
    jobs: state.jobs.size,
    exchanges: journal.size,
    droppedExchanges: journal.dropped,
    byteLength,
    openRequests: sandbox.uses - (sandbox === scope.sandbox ? 1 : 0),
  };
}

/** A sandbox without its key. */
export const sandboxReportGrammar: GrammarOf<SandboxReport> = defineGrammar(
  ({ z, zeroOrMore, instant }) =>
    z.strictObject({
      name: z.string(),
      title: z.exactOptional(z.string()),
      scenario: z.string(),
      seed: z.int(),
      clock: z.string(),
      now: instant,
      jobs: zeroOrMore,
      exchanges: zeroOrMore,
      droppedExchanges: zeroOrMore,
      byteLength: zeroOrMore,
      openRequests: zeroOrMore,
    }),
);
