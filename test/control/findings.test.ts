import { describe, expect, test } from "@jest/globals";
import { type Control, expectNoFindings } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES, rejection } from "./reaches.ts";

const INPUTS = ["Great product"];

async function idsOf(control: Control): Promise<string[]> {
  const findings = await control.findings();
  return findings
    .filter(({ severity, isExpected }) => severity !== "info" && !isExpected)
    .map(({ id }) => id);
}

describe.each(REACHES)("findings %s", (_, reach) => {
  test("are those of one sandbox, and so is the report, unless all are requested", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    await using good = await control.sandbox({ name: "good" });
    await using bad = await control.sandbox({ name: "bad" });
    await sim.clientOf(good.apiKey).json("GET", "/get-quotas");
    await sim.clientOf(bad.apiKey).create({});
    expect([await idsOf(good.control), await idsOf(bad.control)]).toEqual([
      [],
      ["invalid-request"],
    ]);
    const ofGood = await good.control.report();
    expect([ofGood.summary.errors, ofGood.sandboxes.map(({ name }) => name)]).toEqual([
      0,
      ["good"],
    ]);
    const ofBad = await bad.control.report();
    expect(ofBad.findings.map(({ id, sandbox }) => [id, sandbox])).toEqual([
      ["invalid-request", "bad"],
      ["assumption-relied-on", "bad"],
    ]);
    const { findings, summary } = await control.report({ strict: true, all: true });
    expect(findings.map(({ id, sandbox, severity }) => [id, sandbox, severity])).toEqual([
      ["invalid-request", "bad", "error"],
      ["assumption-relied-on", "good", "warning"],
      ["assumption-relied-on", "bad", "warning"],
    ]);
    expect(summary).toMatchObject({ errors: 1, warnings: 2, sandboxes: 2 });
  });

  test("can be expected; a wrong key is nobody's, and is expected all the same", async () => {
    await using sim = await startTestSimulator({ apiKeys: ["known"] });
    const control = reach(sim);
    await using box = await control.sandbox({ name: "negative" });
    await box.control.expectFinding({ id: "invalid-request" });
    await box.control.expectFinding({ id: "key-unknown" });
    expect(await idsOf(box.control)).toEqual(["expected-did-not-occur"]);
    await sim.clientOf(box.apiKey).create({});
    await sim.clientOf("other").json("GET", "/get-quotas");
    expect(await idsOf(box.control)).toEqual([]);
    expect((await control.report({ all: true })).summary).toMatchObject({ errors: 0, expected: 2 });
  });

  test("can be expected in any sandbox, or in one that does not exist yet", async () => {
    await using sim = await startTestSimulator();
    const { expectFinding, report } = reach(sim);
    await expectFinding({ id: "invalid-request", all: true });
    await expectFinding({ sandbox: "The next one" });
    expect((await report({ all: true })).findings.map(({ id, sandbox }) => [id, sandbox])).toEqual([
      ["expected-did-not-occur", ""],
      ["expected-did-not-occur", expect.stringMatching(/^The-next-one-/)],
    ]);
    await using box = await sim.sandbox({ name: "The next one" });
    await sim.clientOf(box.apiKey).create({});
    expect((await report({ all: true })).summary).toMatchObject({ errors: 0, expected: 2 });
  });

  test("outlive their sandbox", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    const box = await control.sandbox({ name: "short-lived" });
    await sim.clientOf(box.apiKey).create({});
    await box[Symbol.asyncDispose]();
    await sim.client.create({});
    await control.reset();
    const { findings } = await control.report({ all: true });
    const own = (await control.info()).name;
    expect(
      findings.filter(({ severity }) => severity === "error").map(({ sandbox }) => sandbox),
    ).toEqual(["short-lived", own]);
    expect(await idsOf(control)).toEqual([]);
  });

  test("of spoilt downloads end when the test says that the client reported them", async () => {
    const yaml = "faults: [{ name: half, on: getResults, truncate: { atShare: 50% } }]";
    await using sim = await startTestSimulator({ yaml });
    const control = reach(sim);
    const jobId = await sim.client.submit({ inputs: INPUTS });
    await sim.client.follow(jobId);
    await expect(sim.client.jsonResults(jobId)).rejects.toThrow("terminated");
    expect(await idsOf(control)).toEqual(["went-on-after-bad-download"]);
    await control.expectClientError({ jobId });
    expect(await idsOf(control)).toEqual([]);
  });

  test("are empty, or described by an error", async () => {
    await using sim = await startTestSimulator();
    const control = reach(sim);
    await using box = await control.sandbox({ name: "mine" });
    await expectNoFindings(box, { allowNoRequests: true });
    await expect(expectNoFindings(box)).rejects.toThrow(
      "Expected at least one request, but the sandbox `mine` received none.",
    );
    const client = sim.clientOf(box.apiKey);
    await client.json("GET", "/list-jobs");
    await expectNoFindings(box);
    await client.create({});
    await expect(expectNoFindings(box)).rejects.toThrow("Expected no findings, got 1.");
    await expect(expectNoFindings(box.control)).rejects.toThrow("Expected no findings, got 1.");
    await box.expectFinding({ id: "invalid-request" });
    await expectNoFindings(box);
    expect((await box.report()).summary).toMatchObject({ exchanges: 2, expected: 1 });
  });

  test("of an unknown kind can't be expected", async () => {
    await using sim = await startTestSimulator();
    const expected = { id: "invalid-requst" } as unknown as { id: "invalid-request" };
    expect(await rejection(reach(sim).expectFinding(expected))).toMatchObject({
      code: "SIM_ARGUMENT",
      message:
        '`id`: Expected the ID of a finding, got `"invalid-requst"` (string). Did you mean `invalid-request`?',
    });
  });
});
