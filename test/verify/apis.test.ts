import { expect, test } from "@jest/globals";
import { simulatedBy } from "../../src/cli/commands/verify.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { compare } from "../../src/verify/compare/compare.ts";
import { planText, probesOf } from "../../src/verify/plan/probes.ts";
import { verifyText } from "../../src/verify/report/render-verify.ts";
import { startRecording } from "../record/support.ts";
import { overlayFile } from "../support/overlay-file.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { type Changes, SCENARIO, startSecretService } from "./secret-service.ts";
import { DEEP, sent, simulate, verified } from "./verified.ts";

/** Renames a field of every job in responses. */
const renaming = (at: string): string =>
  `${SCENARIO}\nfaults: [{ on: getJob, renameField: { at: ${at}, to: renamed } }]`;

test.each([
  ["anthropic", "/request_counts"],
  ["gemini", "/metadata/createTime"],
  ["mistral", "/total_requests"],
])("a job of %s, whose inputs are records, is compared", async (api, at) => {
  await using service = await startSecretService({ overlays: [api], scenario: renaming(at) });
  const { report } = await verified(service, simulatedBy([api], DEEP), DEEP, [api]);
  expect(report.differences.map(({ sentence }) => sentence)).toEqual([
    `\`${at}\` is named \`renamed\` in getJob.`,
  ]);
});

/** The first row with another ID, or two copies of it. */
const OTHER_ROWS: Readonly<Record<string, (text: string) => string>> = {
  anthropic: (text) => text.replace(/"custom_id":"[^"]+"/, '"custom_id":"other"'),
  gemini: (text) => {
    const twice = (name: string, value: unknown): unknown =>
      name === "inlinedResponses" && Array.isArray(value) ? [...value, ...value] : value;
    return JSON.stringify(JSON.parse(text, twice));
  },
};

test.each([
  ["anthropic", /\/results$/, "getResults (lines) contain IDs that no input has: `other`"],
  ["gemini", /\/batches\//, "getJob contain 2 rows for 1 input"],
])("a result of %s without an input is a difference", async (api, at, found) => {
  const change: Changes["change"] = ({ url, text }) =>
    at.test(url) ? { text: OTHER_ROWS[api]?.(text) ?? text } : {};
  const options = { overlays: [api], scenario: SCENARIO };
  await using service = await startSecretService(options, { change });
  const { report } = await verified(service, simulatedBy([api], DEEP), DEEP, [api]);
  expect(report.differences.map((each) => [each.class, each.sentence])).toEqual([
    ["contradicts", `The results in ${found}.`],
  ]);
});

test("a service that requires the headers in the spec's examples gets them", async () => {
  const strict = await overlayFile(
    '  - { target: "$.components.parameters.Version", update: { required: true } }',
  );
  const overlays = ["anthropic", strict];
  await using service = await startSecretService({ overlays, scenario: SCENARIO });
  const { report } = await verified(service, simulatedBy(["anthropic"], DEEP), DEEP, ["anthropic"]);
  expect(report.differences).toEqual([]);
});

const planned = async (overlays: readonly string[]) =>
  planText(probesOf(createSpecs(await openDocument(overlays))({}), DEEP), "the service");

test.each([["openai"], ["groq"]])("%s takes files, so no job is planned", async (api) => {
  const plan = await planned([api]);
  expect(plan).toMatch(/\n\d+ requests; 0 jobs with 0 rows in total\.$/);
  expect(plan).not.toContain("{batch_id} (2 times)");
});

test("without an example, an API whose inputs are records gets no job", async () => {
  const bare = await overlayFile(
    "  - { target: \"$.paths..requestBody.content['application/json'].examples\", remove: true }",
  );
  expect(await planned(["anthropic"])).toMatch(/2 jobs with 2 rows in total\.$/);
  expect(await planned(["anthropic", bare])).toMatch(/\d requests; 0 jobs with 0 rows in total\.$/);
});

const STATUS = "$.paths['/job-status/{job_id}'].get";

test("a status in another shape is a difference, and no run of the simulator polls forever", async () => {
  const flat = await overlayFile(`
  - { target: "${STATUS}..schema", remove: true }
  - { target: "${STATUS}['x-batch-sim'].response.*", remove: true }
  - { target: "${STATUS}['x-batch-sim'].response", update: { status: { $eval: state } } }`);
  await using service = await startSecretService({ overlays: [flat], scenario: SCENARIO });
  const { report } = await verified(service);
  expect(report.differences.map(({ sentence, isPatched }) => [sentence, isPatched])).toEqual([
    // Without this field, the simulator's jobs would never seem to end.
    ["`/job_status` is missing in getJobStatus.", false],
    ["`/status` (string) in getJobStatus is not in the spec.", true],
  ]);
  const plain = (text: string): string => text;
  const text = verifyText(report, { bold: plain, dim: plain } as Parameters<typeof verifyText>[1]);
  expect(text.match(/You may be able to write one yourself/g)).toHaveLength(1);
});

test.each([
  ["CANCELLED", "CANCELED", undefined],
  ["CANCELLED", "STOPPED", expect.stringContaining("is still `STOPPED`")],
  ["CANCELLING", "STOPPING", undefined],
])("the state %s of a canceled job, named %s, is a difference", async (place, name, unclear) => {
  const other = await overlayFile(
    `  - { target: "$['x-states']", update: { ${place.toLowerCase()}: ${name} } }`,
  );
  await using service = await startSecretService({ overlays: [other], scenario: SCENARIO });
  const { exchanges, problem } = await sent(service);
  expect(problem).toEqual(unclear);
  const { exchanges: own, spec } = await simulate({});
  expect(compare(exchanges, own, spec)).toMatchObject([
    { kind: "state", place, service: `named \`${name}\`` },
  ]);
});

test.each([
  ["gemini", "BATCH_STATE_SUCCEEDED", "0"],
  ["mistral", "SUCCESS", "0"],
  ["mistral", "SUCCESS", "20s"],
])(
  "%s's state %s, named `finished`, is final even if no poll saw the job run: results after %s",
  async (api, place, lateBy) => {
    const other = await overlayFile(
      `  - { target: "$['x-states']", update: { succeeded: finished } }`,
    );
    const scenario = `profiles: [{ queued: 9s, starting: 0, running: 1s, finalizing: 0, results: { lateBy: ${lateBy} } }]`;
    await using service = await startSecretService({ overlays: [api, other], scenario });
    const simulated = simulatedBy([api], { jobs: 1, isDeep: false });
    const { report, overlay } = await verified(service, simulated, { jobs: 1, isDeep: false }, [
      api,
    ]);
    expect(report.differences.map(({ sentence }) => sentence)).toEqual([
      `The state ${place} is named \`finished\`.`,
    ]);
    expect(overlay).toContain("succeeded: finished");
  },
);

test.each(["[]", '""'])("a job whose results are %s is not over", async (empty) => {
  const other = await overlayFile(`  - { target: "$['x-states']", update: { running: working } }`);
  const field = empty === "[]" ? "outputs" : "output_file";
  const change: Changes["change"] = ({ text }) => ({
    text: text.replaceAll(`"${field}":null`, `"${field}":${empty}`),
  });
  await using service = await startSecretService(
    { overlays: ["mistral", other], scenario: SCENARIO },
    { change },
  );
  const { report } = await verified(service, simulatedBy(["mistral"], DEEP), DEEP, ["mistral"]);
  expect(report.differences.map(({ sentence }) => sentence)).toContain(
    "The state RUNNING is named `working`.",
  );
});

const CREATE = {
  gemini: {
    path: "/v1beta/models/gemini-2.5-flash:batchGenerateContent",
    body: { batch: { inputConfig: { requests: { requests: lines("request") } } } },
    idIn: ({ name }: { readonly name: string }) => `/v1beta/${name}`,
  },
  mistral: {
    path: "/v1/batch/jobs",
    body: { endpoint: "/v1/chat/completions", requests: lines("body"), metadata: { a: "b" } },
    idIn: ({ id }: { readonly id: string }) => `/v1/batch/jobs/${id}?inline=true`,
  },
};

/** Two inputs of a job. */
function lines(key: string): readonly unknown[] {
  const content = {
    contents: [{ parts: [{ text: "Hi" }] }],
    messages: [{ role: "user", content: "Hi" }],
  };
  return ["a", "b"].map((id) => ({ custom_id: id, [key]: content, metadata: { [id]: id } }));
}

test.each(["gemini", "mistral"] as const)(
  "a recording of the simulator has no differences, whatever its client requested: %s",
  async (api) => {
    const scenario = "rows: [{ index: [0], outcome: { error: { status: 500 } } }]";
    const served = { overlays: [api], clock: "poll", scenario } as const;
    await using sim = await startTestSimulator(served);
    const recording = await startRecording(sim.baseUrl, {}, [api]);
    const { path, body, idIn } = CREATE[api];
    const headers = {
      "content-type": "application/json",
      "x-goog-api-key": sim.apiKey,
      authorization: `Bearer ${sim.apiKey}`,
    };
    const created = await fetch(recording.baseUrl + path, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    const place = idIn((await created.json()) as { name: string; id: string });
    for (let polls = 0; polls < 6; polls++)
      await (await fetch(recording.baseUrl + place, { headers })).text();
    const { trace } = await recording.end();
    const { exchanges, spec } = await simulatedBy([api], DEEP)({});
    expect(compare(trace.sandboxes[0]?.exchanges ?? [], exchanges, spec)).toEqual([]);
  },
);
