import { expect, test } from "@jest/globals";
import type { ArgumentsOf, VerbName } from "../../src/control/control-verbs.ts";
import { CONTROL_VERBS } from "../../src/control/control-verbs.ts";
import { readArguments } from "../../src/control/read-arguments.ts";
import type { Verb } from "../../src/control/verb.ts";
import { SimulatorError } from "../../src/core/errors.ts";
import { connect } from "../../src/index.ts";
import { flawsOf, mistakesIn } from "../support/mistakes.ts";
import { startTestSimulator } from "../support/simulator.ts";

const JOB = { jobId: "some-job" };
const RULE = { on: "getResults", truncate: { atBytes: 5 } };

/** Arguments of each verb, every one of them if possible. */
const ARGUMENTS: { readonly [Name in VerbName]: ArgumentsOf<Name> } = {
  addFaults: { faults: [RULE] },
  advanceClock: { by: "5m" },
  advanceUntil: { ...JOB, state: "running", within: "1h" },
  clearJournal: {},
  checkScenario: { scenario: "faults: []" },
  countExchanges: { operation: "getJob", ...JOB, status: 200, faulted: true },
  createSandbox: { scenario: { seed: 1 }, seed: 1, clock: "poll", name: "mine", replace: true },
  deleteSandbox: {},
  expectClientError: JOB,
  expectFinding: { id: "gave-up", sandbox: "s", all: true },
  failJob: { ...JOB, reason: "Broken." },
  findExchanges: { id: 1, operation: "getJob", ...JOB, keyless: true },
  findFindings: {},
  forceJob: { ...JOB, state: "failed", reason: "Broken." },
  getHealth: {},
  getJob: JOB,
  getReport: {},
  getSandbox: {},
  getScenario: {},
  getSnapshot: {},
  getTrace: {},
  listAssumptions: {},
  listFaults: {},
  listJobs: {},
  listSandboxes: {},
  listScenarios: {},
  listTimelines: { skip: 1, limit: 1 },
  previewJob: { ...JOB, at: "2030-01-01T00:00:00Z" },
  putFile: { name: "a.csv", bytes: new Uint8Array([1]), contentType: "text/csv", expiresIn: "1h" },
  putScenario: { scenario: "happy-path" },
  readClock: {},
  removeFault: { name: "busy" },
  reset: {},
  summarizeExchanges: { after: 1, limit: 1 },
  unusedFaults: {},
  waitForExchange: { operation: "getJob", count: 2, timeout: "1s" },
};

test.each(Object.keys(ARGUMENTS) as VerbName[])(
  "a single mistake in the arguments of %s is a problem with a place, or none",
  async (name) => {
    const flaws: string[] = [];
    for (const mistake of mistakesIn(ARGUMENTS[name])) {
      const isWhole = mistake.name.startsWith("data =") || mistake.name.startsWith("without");
      const found = await readArguments(
        CONTROL_VERBS[name] as Verb<unknown, unknown>,
        mistake.data,
      ).catch((error: unknown) => error);
      if (found instanceof SimulatorError) {
        flaws.push(...flawsOf(found.issues, ({ path }) => path !== "" || isWhole));
      } else if (found instanceof Error) {
        flaws.push(`${mistake.name}: ${found.stack}`);
      }
    }
    expect(flaws).toEqual([]);
  },
);

test("a single mistake in a fault rule or a scenario is a problem over HTTP as well", async () => {
  await using sim = await startTestSimulator();
  const control = connect(sim.controlUrl ?? "", { apiKey: sim.apiKey });
  const codes = new Set<unknown>();
  const attempt = async (call: Promise<unknown>): Promise<void> => {
    await call.catch((error: unknown) => codes.add((error as SimulatorError).code));
  };
  await attempt(control.faults.add({ on: "getResults", tunrcate: { atBytes: 5 } } as never));
  expect([...codes]).toEqual(["SIM_ARGUMENT"]);
  for (const { data } of mistakesIn({ faults: [RULE] })) {
    await attempt(control.scenario.put(data as object as never));
  }
  expect([...codes]).toEqual(["SIM_ARGUMENT", "SIM_SCENARIO"]);
});
