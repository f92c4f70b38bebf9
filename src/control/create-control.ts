import { SimulatorError } from "../core/errors.ts";
import type { Control, ControlClock, ControlJournal, SandboxHandle } from "./control.ts";
import type { DoVerb } from "./control-verbs.ts";
import type { MadeSandbox } from "./reports.ts";

/** Performs verbs in a key's sandbox. */
export type Reach = (apiKey: string) => DoVerb;

/** Control over a key's sandbox; `reach` performs the verbs. */
export function createControl(reach: Reach, apiKey: string): Control {
  const act = reach(apiKey);
  return {
    clock: clockOf(act),
    jobs: {
      list: () => act("listJobs", {}),
      get: (jobId) => act("getJob", { jobId }),
      timelines: (page = {}) => act("listTimelines", page),
      preview: (jobId, at) => act("previewJob", { jobId, ...(at === undefined ? {} : { at }) }),
      force: (jobId, state, options = {}) => act("forceJob", { ...options, jobId, state }),
      fail: (jobId, reason) =>
        act("failJob", { jobId, ...(reason === undefined ? {} : { reason }) }),
    },
    faults: {
      list: () => act("listFaults", {}),
      unused: () => act("unusedFaults", {}),
      add: (...faults) => act("addFaults", { faults }),
      remove: (name) => act("removeFault", { name }),
    },
    scenario: {
      get: () => act("getScenario", {}),
      put: (scenario) => act("putScenario", { scenario }),
      check: (scenario) => act("checkScenario", { scenario }),
      list: () => act("listScenarios", {}),
    },
    journal: journalOf(act),
    files: {
      put: (name, content, options = {}) =>
        act("putFile", { ...options, name, bytes: bytesOf(content) }),
    },
    assumptions: () => act("listAssumptions", {}),
    findings: (judging = {}) => act("findFindings", judging),
    expectFinding: (expected) => act("expectFinding", expected),
    expectClientError: (about = {}) => act("expectClientError", about),
    report: (options = {}) => act("getReport", options),
    snapshot: () => act("getSnapshot", {}),
    trace: () => act("getTrace", {}),
    reset: () => act("reset", {}),
    info: () => act("getSandbox", {}),
    delete: () => act("deleteSandbox", {}),
    sandbox: async (options = {}) => handleOf(reach, await act("createSandbox", options)),
    sandboxes: () => act("listSandboxes", {}),
    health: () => act("getHealth", {}),
  };
}

function clockOf(act: DoVerb): ControlClock {
  return {
    read: () => act("readClock", {}),
    now: async () => (await act("readClock", {})).now,
    advance: (by) => act("advanceClock", { by }),
    advanceTo: (to) => act("advanceClock", { to }),
    advanceUntil: (goal, options = {}) =>
      act("advanceUntil", { ...options, ...(goal === "idle" ? { idle: true } : goal) }),
  };
}

function journalOf(act: DoVerb): ControlJournal {
  return {
    find: (query = {}) => act("findExchanges", query),
    summaries: (query = {}) => act("summarizeExchanges", query),
    count: async (query = {}) => (await act("countExchanges", query)).count,
    wait: (query = {}, options = {}) => act("waitForExchange", { ...query, ...options }),
    unmatched: () => act("findExchanges", { unmatched: true }),
    clear: () => act("clearJournal", {}),
  };
}

function handleOf(reach: Reach, made: MadeSandbox): SandboxHandle {
  const control = createControl(reach, made.apiKey);
  const dispose = async (): Promise<void> => {
    await control.delete().catch((error: unknown) => {
      // Already deleted or dropped, so nothing is left to dispose of.
      const isGone = error instanceof SimulatorError && error.code === "SIM_UNKNOWN_SANDBOX";
      if (!isGone) throw error;
    });
  };
  const { clock, report, expectFinding, expectClientError } = control;
  return {
    ...made,
    control,
    clock,
    report,
    expectFinding,
    expectClientError,
    [Symbol.asyncDispose]: dispose,
  };
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
