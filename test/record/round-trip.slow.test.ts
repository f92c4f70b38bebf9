import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { lint } from "../../src/cli/commands/lint.ts";
import type { Exchange } from "../../src/core/exchange.ts";
import type { Spec } from "../../src/spec/spec.ts";
import { compare } from "../../src/verify/compare/compare.ts";
import { Client } from "../support/client.ts";
import { textFile } from "../support/overlay-file.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import { startRecording } from "./support.ts";

const INPUTS = ["Great product", "Never again", "So so", "It broke"];
const ENDED = ["SUCCEEDED", "FAILED", "CANCELLED"];

/** Polls a job at an interval of simulated time until it ends; its states in order, each once. */
async function statesOf(
  sim: TestSimulator,
  client: Client,
  { everyMs, cancelAfter }: { readonly everyMs: number; readonly cancelAfter?: string },
): Promise<readonly string[]> {
  const jobId = await client.submit({ inputs: INPUTS });
  const states: string[] = [];
  while (!ENDED.includes(states.at(-1) ?? "")) {
    const { status, body } = await client.json<{ job_status: Record<string, string> }>(
      "GET",
      `/job-status/${jobId}`,
    );
    const state = body.job_status?.[jobId] ?? `${status}`;
    if (state !== states.at(-1)) states.push(state);
    if (state === cancelAfter && !states.includes("CANCELLING"))
      await client.json("GET", `/v1/job-cancel/${jobId}`);
    await sim.clock.advance(everyMs);
  }
  return states;
}

type Profile = Readonly<Record<string, unknown>>;

/** Records the simulator itself at a polling interval, and parses the resulting scenario. */
async function recorded(
  yaml: string,
  poll: { readonly everyMs: number; readonly cancelAfter?: string },
): Promise<{
  states: readonly string[];
  text: string;
  profile: Profile;
  faults: Profile[];
  calls: readonly Exchange[];
  spec: Spec;
}> {
  await using sim = await startTestSimulator({ yaml, clock: "manual" });
  let now = (await sim.clock.read()).now;
  const recording = await startRecording(sim.baseUrl, { now: () => now });
  const clock = {
    ...sim.clock,
    advance: async (ms: number) => {
      const reading = await sim.clock.advance(ms);
      now += ms;
      return reading;
    },
  };
  const through = { baseUrl: recording.baseUrl, deploymentUrl: recording.baseUrl };
  const moved = { ...sim, clock } as unknown as TestSimulator;
  const states = await statesOf(moved, new Client(through, sim.apiKey), poll);
  const { scenario: text = "", trace } = await recording.end();
  const { profiles, faults = [] } = parse(text);
  const calls = trace.sandboxes[0]?.exchanges ?? [];
  return { states, text, profile: profiles[0], faults, calls, spec: recording.spec };
}

async function replayed(
  text: string,
  poll: { readonly everyMs: number; readonly cancelAfter?: string },
): Promise<readonly string[]> {
  await using sim = await startTestSimulator({ yaml: text, clock: "manual" });
  return await statesOf(sim, sim.client, poll);
}

const RUNS: readonly (readonly [string, string, string | undefined, readonly string[]])[] = [
  [
    "succeeds",
    "profiles: [{ queued: 100ms, starting: 90ms, running: 200ms }]",
    undefined,
    ["QUEUED", "STARTING", "RUNNING", "SUCCEEDED"],
  ],
  [
    "fails",
    "profiles: [{ queued: 100ms, starting: 90ms, running: 200ms, outcome: { failed: { at: 60%, reason: The worker was lost. } } }]",
    undefined,
    ["QUEUED", "STARTING", "RUNNING", "FAILED"],
  ],
  [
    "is canceled by somebody else",
    "profiles: [{ queued: 100ms, starting: 90ms, running: 200ms, outcome: { canceled: { at: 50% } }, cancel: { takes: 100ms } }]",
    undefined,
    ["QUEUED", "STARTING", "RUNNING", "CANCELLING", "CANCELLED"],
  ],
  [
    "is canceled by its client",
    "profiles: [{ queued: 100ms, starting: 90ms, running: 200ms, cancel: { takes: 100ms } }]",
    "RUNNING",
    ["QUEUED", "STARTING", "RUNNING", "CANCELLING", "CANCELLED"],
  ],
];

test.each(RUNS)(
  "a job that %s shows the same states in a replay, however often it was polled then and is now",
  async (_, profiles, cancelAfter, states) => {
    const poll = cancelAfter === undefined ? {} : { cancelAfter };
    for (const recordedEvery of [10, 70]) {
      const recording = await recorded(`name: own\n${profiles}\n`, {
        ...poll,
        everyMs: recordedEvery,
      });
      expect(recording.states).toEqual(states);
      for (const everyMs of [10, 70])
        expect([
          recordedEvery,
          everyMs,
          await replayed(recording.text, { ...poll, everyMs }),
        ]).toEqual([recordedEvery, everyMs, states]);
    }
  },
);

test("a job that is polled often has the same profile again, and one that is polled rarely has the middle", async () => {
  const yaml = "name: own\nprofiles: [{ queued: 1s, starting: 900ms, running: 2s }]\n";
  // Each change is between two polls that are 10 ms apart.
  expect((await recorded(yaml, { everyMs: 10 })).profile).toEqual({
    queued: "995ms",
    starting: "900ms",
    running: "2s",
  });
  // Polls at 0.7 s and 1.4 s, at 1.4 s and 2.1 s, and at 3.5 s and 4.2 s.
  expect((await recorded(yaml, { everyMs: 700 })).profile).toEqual({
    queued: "1050ms",
    starting: "700ms",
    running: "2100ms",
  });
});

test("a 503 at the third poll happens again at the third poll", async () => {
  const fault =
    "{ on: getJobStatus, when: { call: 3 }, times: 1, status: 503, headers: { Retry-After: 2 }, body: { detail: Busy } }";
  const yaml = `name: own\nprofiles: [{ queued: 3s, starting: 900ms, running: 2s }]\nfaults: [${fault}]\n`;
  const { text, faults, states } = await recorded(yaml, { everyMs: 700 });
  expect(faults).toEqual([
    {
      ...{ name: "getJobStatus-503-4", on: "getJobStatus", when: { call: 3 }, times: 1 },
      ...{ status: 503, headers: { "retry-after": "2" }, body: { detail: "Busy" } },
    },
  ]);
  expect(states.slice(0, 3)).toEqual(["QUEUED", "503", "QUEUED"]);
  expect(await replayed(text, { everyMs: 700 })).toEqual(states);
});

test("a recording of the replay differs from the first one in nothing that verify compares", async () => {
  const yaml = "name: own\nprofiles: [{ queued: 3s, starting: 900ms, running: 2s }]\n";
  const poll = { everyMs: 700, cancelAfter: "RUNNING" };
  const first = await recorded(yaml, poll);
  const again = await recorded(first.text, poll);
  expect(compare(first.calls, again.calls, first.spec)).toEqual([]);
  const other = await recorded(`${first.text}assumptions: { cancel-status: 202 }\n`, poll);
  expect(compare(first.calls, other.calls, first.spec)).toMatchObject([
    { operationId: "cancelJob", kind: "status", service: "200", simulator: "202" },
  ]);
});

test("the scenario has no problem that the linter finds", async () => {
  const { text } = await recorded("name: own\nprofiles: [{ queued: 3s, running: 6s }]\n", {
    everyMs: 700,
  });
  const lines: string[] = [];
  const out = (line: string): void => void lines.push(line);
  expect(await lint({ strict: true }, [await textFile(text)], out, out)).toBe(0);
  expect(lines).toEqual(["0 problems and 0 warnings in 1 file."]);
});
