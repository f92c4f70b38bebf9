import { expect, test } from "@jest/globals";
import { CONTROL_VERBS } from "../../src/control/control-verbs.ts";
import { readArguments } from "../../src/control/perform.ts";
import type { Verb } from "../../src/control/verb.ts";
import { SimulatorError } from "../../src/core/errors.ts";
import { type Control, connect } from "../../src/index.ts";
import { flawsOf, mistakesIn } from "../support/mistakes.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { rejection } from "./reaches.ts";

const RULE = { on: "getResults", truncate: { atBytes: 5 } };

const VERBS: Readonly<Record<string, unknown>> = CONTROL_VERBS;

test.each(Object.keys(VERBS))(
  "a single mistake in the arguments of %s is a problem with a place, or none",
  async (name) => {
    const flaws: string[] = [];
    const verb = VERBS[name] as Verb<unknown, unknown>;
    const example = verb.example ?? {};
    await readArguments(verb, example);
    for (const mistake of mistakesIn(example)) {
      const isWhole = mistake.name.startsWith("data =") || mistake.name.startsWith("without");
      const found = await readArguments(verb, mistake.data).catch((error: unknown) => error);
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

/** Calls with values that a URL or JSON would change. */
const CHANGED_ON_THE_WIRE: Readonly<Record<string, (control: Control) => Promise<unknown>>> = {
  "a date": ({ clock }) => clock.advanceTo(new Date(0) as never),
  "a number that is not finite": ({ clock }) => clock.advance(Number.NaN),
  "an integer of type bigint": ({ clock }) => clock.advance(5n as never),
  "a regular expression": ({ journal }) => journal.find({ url: /list/ as never }),
  "a list in a query": ({ journal }) => journal.count({ operation: ["listJobs"] as never }),
  "a number as a URL": ({ journal }) => journal.find({ url: 5 as never }),
  "a number in a path": ({ jobs }) => jobs.get(5 as never),
  "an object in a path": ({ jobs }) => jobs.get({ jobId: "job-1" } as never),
  "a string instead of an object": (control) => control.expectFinding("unknown-job" as never),
  "a set in a list": ({ faults }) => faults.add({ on: new Set(["getJob"]), status: 503 } as never),
  "a regular expression in a rule": ({ faults }) =>
    faults.add({ on: "getJob", status: 503, name: /a/ } as never),
  "an object as text": ({ scenario }) => scenario.check({ profiles: [] } as never),
  "an object as a file": ({ files }) => files.put("a.csv", { inputs: ["a"] } as never),
};

test.each(Object.entries(CHANGED_ON_THE_WIRE))(
  "%s is rejected over HTTP as in process",
  async (_, call) => {
    await using sim = await startTestSimulator({ clock: "manual" });
    await sim.client.request("GET", "/list-jobs");
    const expected = await rejection(call(sim.control));
    expect(expected).toMatchObject({ code: "SIM_ARGUMENT" });
    expect(await rejection(call(connect(sim.controlUrl ?? "", { apiKey: sim.apiKey })))).toEqual(
      expected,
    );
  },
);
