import { expect, test } from "@jest/globals";
import { type ScenarioSource, startSimulator } from "../../src/index.ts";
import { textFile } from "../support/overlay-file.ts";

const STORY = { name: "mine", profiles: [{ queued: "3m", outcome: "succeeded" }] } as const;

test.each<[string, () => Promise<ScenarioSource>]>([
  ["a name", async () => "slow-job"],
  ["a path", () => textFile(JSON.stringify(STORY))],
  ["YAML text", async () => "name: mine\nprofiles: [{ queued: 3m }]\n"],
  ["YAML text of one line", async () => "name: mine"],
  ["JSON text", async () => JSON.stringify(STORY)],
  ["an object", async () => STORY],
])("startSimulator takes %s as its scenario", async (form, source) => {
  await using sim = await startSimulator({ scenario: await source() });
  expect(sim.scenario).toBe(form === "a name" ? "slow-job" : "mine");
});

test("startSimulator refuses other scenarios, and mistakes in an object", async () => {
  await expect(startSimulator({ scenario: 5 as never })).rejects.toThrow(
    "Expected `scenario` to be a nonempty single-line string, got `5` (number).",
  );
  await expect(startSimulator({ scenario: { faults: [{ onn: "*" }] } as never })).rejects.toThrow(
    "onn",
  );
});
