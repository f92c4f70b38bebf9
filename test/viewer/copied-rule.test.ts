import { expect, test } from "@jest/globals";
import { asFaultRule } from "../../src/viewer/model/commands.ts";
import { startTestSimulator } from "../support/simulator.ts";

test.each([
  ["a status", "{ on: listJobs, status: 403, body: { detail: gone } }", [403, "gone"]],
  ["an error of the service", "{ on: listJobs, error: forbidden }", [403, ""]],
  ["a reset", "{ on: listJobs, reset: beforeHeaders }", [0, ""]],
  ["a success", "{ on: listJobs, delay: 1ms }", [200, "job"]],
])("the rule copied from %s passes lint, and fires", async (_, fault, [status, text]) => {
  await using sim = await startTestSimulator({ clock: "poll", yaml: `faults: [${fault}]` });
  const ask = async () => {
    const response = await sim.client.request("GET", "/list-jobs").catch(() => undefined);
    return { status: response?.status ?? 0, text: (await response?.text()) ?? "" };
  };
  const first = await ask();
  expect([first.status, first.text.includes(String(text))]).toEqual([status, true]);
  const [exchange] = await sim.control.journal.find();
  if (exchange === undefined) throw new Error("Expected an exchange.");
  const scenario = `faults:\n${asFaultRule(exchange)}`;
  expect(await sim.control.scenario.check(scenario)).toEqual([]);
  await sim.control.scenario.put(scenario);
  expect(await ask()).toEqual(first);
  const [rule] = await sim.control.faults.list();
  expect(rule?.fired).toBe(1);
});
