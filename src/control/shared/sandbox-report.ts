import { formatClockSpec } from "../../core/clock-spec.ts";
import { JOB_STATES } from "../../core/job/state.ts";
import type { Spec } from "../../spec/spec.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { VerbScope } from "../host.ts";
import type { SandboxReport, ServiceWords } from "../reports.ts";

/** Describes a sandbox to a caller, without counting the caller's own request. */
export function sandboxReport(scope: VerbScope, sandbox: Sandbox): SandboxReport {
  const { name, seed, clock, state, journal, byteLength } = sandbox;
  return {
    name,
    ...(state.title !== undefined && { title: state.title }),
    scenario: state.scenario.name,
    seed,
    clock: formatClockSpec(clock.spec),
    now: clock.now(),
    jobs: state.jobs.size,
    exchanges: journal.length,
    droppedExchanges: journal.dropped,
    byteLength,
    openRequests: sandbox.uses - (sandbox === scope.sandbox ? 1 : 0),
  };
}

export function serviceWords({ noun, hasState, wireState }: Spec): ServiceWords {
  const states = JOB_STATES.filter(hasState);
  return { noun, states: states.map((state) => ({ state, name: wireState(state) })) };
}

const MAX_LENGTH = 100;

/** Number of hex digits in the hash that keeps a shortened or cleaned name unique. */
const HASH_LENGTH = 8;

/**
 * Turns any string into a sandbox's name: at most 100 letters, digits, `-`, `_`, and `.`. A string
 * that already has this form is returned unchanged; any other gets a hash, so that different
 * strings have different names.
 */
export function sandboxSlug(text: string, digest: (text: string) => string): string {
  if (/^[\w.-]+$/.test(text) && text.length <= MAX_LENGTH) return text;
  const words = text
    .normalize("NFKD")
    // Removes the accents that the normalization has split off.
    .replace(/\p{Mark}+/gu, "")
    .replace(/[^\w.-]+/g, "-")
    .slice(0, MAX_LENGTH - HASH_LENGTH - 1)
    .replace(/^-|-$/g, "");
  const hash = digest(text).slice(0, HASH_LENGTH);
  return words === "" ? hash : `${words}-${hash}`;
}
