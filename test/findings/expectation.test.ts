import { expect, test } from "@jest/globals";
import { expectNoFindings, FindingsError } from "../../src/index.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { idsIn } from "./support.ts";

const INPUTS = ["Great product"];

test("expectNoFindings throws an error with every finding at or above a severity", async () => {
  await using sim = await startTestSimulator();
  await sim.client.create({});
  await sim.client.json("GET", "/list-jobs");
  expect(() => expectNoFindings(sim)).toThrow(FindingsError);
  expect(() => expectNoFindings(sim)).toThrow(`Expected no findings, got 1.

error invalid-request: POST /batch-inference, \`/inputs\` in the body: Expected \`inputs\` to be present: it is required.
  shown: #1 POST /batch-inference: 422, at 2030-01-01T00:00:00.000Z
  in: sandbox sim-key, scenario happy-path
  do: Send what the interface document requires. The finding names the location in the request and the expected value.
  see: interface document, part 4.1 (docs/interface.md#part-4-1)
  again: npx batch-sim --scenario happy-path --seed 1 --clock poll`);
  sim.expectFinding({ id: "invalid-request" });
  expectNoFindings(sim);
  expect(() => expectNoFindings(sim, { severity: "info" })).toThrow("assumption-relied-on");
});

test("expectNoFindings throws if nothing was judged, or if it gets a promise", async () => {
  const starting = startTestSimulator();
  expect(() => expectNoFindings(starting as never)).toThrow(
    "Expected a simulator, a sandbox, or a sandbox's `control`, got a promise. Await it first: `expectNoFindings(await …)`.",
  );
  await using sim = await starting;
  expect(() => expectNoFindings(sim)).toThrow(
    "Expected at least one request, but the simulator received none. Check the client's base URL and API key. If you expect no requests, pass `allowNoRequests: true`.",
  );
  expectNoFindings(sim, { allowNoRequests: true });
});

test("expectNoFindings rejects unknown options and values, which would turn the check off", async () => {
  await using sim = await startTestSimulator();
  const check = (options: object) => () => expectNoFindings(sim, options);
  const values = "Expected `severity` to be one of `error`, `warning`, `info`, got";
  expect(check({ severity: "warn" })).toThrow(`${values} \`warn\`.`);
  expect(check({ severity: "Error" })).toThrow(`${values} \`Error\`. Did you mean \`error\`?`);
  expect(check({ severity: null })).toThrow(`${values} \`null\`.`);
  expect(check({ severty: "info" })).toThrow(
    "Expected each option to be one of `severity`, `allowNoRequests`, got `severty`. Did you mean `severity`?",
  );
  expect(check({ all: true })).toThrow(
    "Expected each option to be one of `severity`, `allowNoRequests`, got `all`.",
  );
  expect(check({ allowNoRequests: "no" })).toThrow("Expected at least one request");
  await sim.client.json("GET", "/list-jobs");
  check({ severity: undefined, allowNoRequests: undefined })();
  const box = await sim.sandbox();
  await expect(expectNoFindings(box, { severity: "warn" as never })).rejects.toThrow(values);
});

test("a finding is expected by its id, its sandbox, or both", async () => {
  await using sim = await startTestSimulator();
  await sim.clientOf("a").create({});
  await sim.clientOf("b").create({});
  const [a, b] = sim.report().findings;
  sim.expectFinding({ id: "invalid-request", sandbox: a?.sandbox ?? "" });
  expect(sim.report().findings.filter(({ isExpected }) => isExpected)).toEqual([
    { ...a, isExpected: true },
  ]);
  sim.expectFinding({ sandbox: b?.sandbox ?? "" });
  expect(idsIn(sim)).toEqual([]);
});

test("options that would excuse every finding, or that nobody reads, are rejected", async () => {
  await using sim = await startTestSimulator();
  const expecting = (expected: unknown) => () => sim.expectFinding(expected as never);
  const part = "Expected `options` to be an object with an `id`, a `sandbox`, or both, got";
  expect(expecting({})).toThrow(`${part} \`{}\` (object).`);
  expect(expecting({ id: undefined })).toThrow(part);
  expect(expecting(undefined)).toThrow(`${part} nothing.`);
  expect(expecting("unknown-job")).toThrow(
    'Expected `options` to be an object, got `"unknown-job"` (string).',
  );
  expect(expecting({ id: "unknown-job", sandbx: "x" })).toThrow(
    "Unknown option `sandbx`. Did you mean `sandbox`?",
  );
  expect(expecting({ id: "unkown-job" })).toThrow(
    'Expected `id` to be the ID of a finding, got `"unkown-job"` (string). Did you mean `unknown-job`?',
  );
  expect(() => sim.report({ strct: true } as never)).toThrow(
    "Unknown option `strct`. Did you mean `strict`?",
  );
  expect(() => sim.report({ all: true } as never)).toThrow("Unknown option `all`.");
  expect(() => sim.expectClientError({ jobID: "a" } as never)).toThrow(
    "Unknown option `jobID`. Did you mean `jobId`?",
  );
  expect(() => sim.expectClientError("a" as never)).toThrow("Expected `options` to be an object");
  expect(sim.report().findings).toEqual([]);
});

test("expected-did-not-occur: reported until the finding occurs", async () => {
  await using sim = await startTestSimulator();
  sim.expectFinding({ id: "key-malformed" });
  const [found] = sim.report().findings;
  expect([found?.id, found?.sentence]).toEqual([
    "expected-did-not-occur",
    "Expected the finding `key-malformed`, but it did not occur.",
  ]);
  await fetch(`${sim.baseUrl}/list-jobs`);
  expect(idsIn(sim)).toEqual([]);
});

test("expected-did-not-occur: in a sandbox, is described without a scenario", async () => {
  await using sim = await startTestSimulator();
  sim.expectFinding({ id: "key-malformed", sandbox: "mine > one" });
  expect(() => expectNoFindings(sim)).toThrow(
    `Expected no findings, got 1.\n\n${unmet("key-malformed", "mine > one")}`,
  );
  const box = await sim.sandbox({ name: "suite > test" });
  await box.expectFinding({ id: "unknown-job" });
  await expect(expectNoFindings(box)).rejects.toThrow(
    `Expected no findings, got 1.\n\n${unmet("unknown-job", "suite > test")}`,
  );
});

function unmet(id: string, sandbox: string): string {
  return `warning expected-did-not-occur: Expected the finding \`${id}\` in sandbox ${sandbox}, but it did not occur.
  do: Change the test so that it provokes the finding again, or remove the declaration.`;
}

test("expectClientError: a finding if nothing had gone wrong, fine if something had", async () => {
  await using sim = await startTestSimulator();
  sim.expectClientError();
  expect(idsIn(sim)).toEqual([]);
  await sim.client.json("GET", "/list-jobs");
  const [found] = sim.report().findings;
  expect(found?.sentence).toBe(
    "The test declared that its client had reported an error, but nothing had gone wrong by then.",
  );
  await using failing = await startTestSimulator({ scenario: "job-fails-midway" });
  await failing.client.follow(await failing.client.submit({ inputs: INPUTS }));
  failing.expectClientError();
  expect(idsIn(failing)).toEqual([]);
});
