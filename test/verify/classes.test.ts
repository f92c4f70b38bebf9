import { expect, test } from "@jest/globals";
import { simulatedBy } from "../../src/cli/commands/verify.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { compare } from "../../src/verify/compare/compare.ts";
import { explainedByPatch } from "../../src/verify/patch/explained.ts";
import { json, serve, startRecording } from "../record/support.ts";
import { Client } from "../support/client.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { type Changes, SCENARIO, startSecretService } from "./secret-service.ts";
import { DEEP, verified } from "./verified.ts";

const SIZE = { jobs: 1, isDeep: false } as const;

/** The classes and sentences about a service that differs from the document in one way. */
async function differencesWith(changes: Changes) {
  await using service = await startSecretService({ scenario: SCENARIO }, changes);
  const { report, overlay } = await verified(service, simulatedBy([], SIZE), SIZE);
  const found = report.differences.map((each) => [each.class, each.assumption, each.sentence]);
  return { found, overlay };
}

test.each<readonly [string, Changes, readonly unknown[]]>([
  [
    "another name for a field that the document names",
    {
      change: ({ url, text }) =>
        url === "/batch-inference" ? { text: text.replace("job_id", "id") } : {},
    },
    ["contradicts", undefined, "`/job_id` is named `id` in createJob."],
  ],
  [
    "another type of a field whose format is open",
    {
      change: ({ url, text }) =>
        url === "/batch-inference" ? { text: text.replace(/"job-.*"/, "{}") } : {},
    },
    ["contradicts", undefined, "`/job_id` is object, not string (job-UUID), in createJob."],
  ],
  [
    "a refusal of a request that the document allows",
    { change: ({ url }) => (url.includes("job-cancel/job-") ? { status: 409, text: "{}" } : {}) },
    [
      "contradicts",
      undefined,
      "The service returns 409, not 200, in cancelJob for a job that had ended.",
    ],
  ],
  [
    "a success of a request that the document forbids",
    {
      change: ({ url, status }) =>
        url === "/batch-inference" && status === 422
          ? { status: 200, text: '{"job_id":"job-1"}' }
          : {},
    },
    ["contradicts", undefined, "The service returns 200, not 422, in createJob without inputs."],
  ],
  [
    "plain CSV instead of a ZIP file",
    {
      change: ({ url }) =>
        url.includes("result_format=csv") && url.includes("include_inputs")
          ? { text: "inputs,outputs\nReply,hello\n", type: "text/csv" }
          : {},
    },
    [
      "contradicts",
      undefined,
      "The file in getResults (csv) differs in its format: text, not ZIP.",
    ],
  ],
  [
    "JSON instead of a Parquet file",
    {
      change: ({ url }) =>
        url.includes("result_format=parquet") && url.includes("include_inputs")
          ? { text: '{"outputs":["hello"]}', type: "application/json" }
          : {},
    },
    [
      "contradicts",
      undefined,
      "The file in getResults (parquet) differs in its format: text, not Parquet.",
    ],
  ],
  [
    "a result without an input",
    {
      change: ({ url, text }) =>
        url.includes("result_format=json") && url.includes("include_inputs")
          ? { text: text.replace('"outputs":[', '"outputs":["one more",') }
          : {},
    },
    ["contradicts", undefined, "The results in getResults (json) contain 2 rows for 1 input."],
  ],
  [
    "another name for a state that the document names",
    { change: ({ text }) => ({ text: text.replace('"SUCCEEDED"', '"DONE"') }) },
    ["answers", "job-states", "The state SUCCEEDED is named `DONE`."],
  ],
])("%s", async (_, changes, expected) => {
  const { found, overlay } = await differencesWith(changes);
  expect(found).toEqual([expected]);
  // An overlay can't change a file's format, and must not change only its label.
  expect(overlay ?? "").not.toContain("contentType");
});

test.each([
  ["the default service", [], "CANCELLED", "named `CANCELED`", "contradicts", undefined],
  ["the default service", [], "RUNNING", "named `BUSY`", "answers", "job-states"],
  ["the default service", [], "after a cancel request", "SUCCEEDED", "undocumented", undefined],
  ["an API without the question", ["mistral"], "RUNNING", "named `BUSY`", "contradicts", undefined],
] as const)("%s %j: state %s, %s: %s", async (...row) => {
  const [, overlays, place, service, name, assumption] = row;
  const spec = createSpecs(await openDocument(overlays))({});
  const common = { kind: "state", operationId: "", situation: "", shownBy: {} } as const;
  const [found] = explainedByPatch([{ ...common, place, service, simulator: "CANCELLED" }], spec);
  expect([found?.class, found?.assumption?.id]).toEqual([name, assumption]);
});

/** Differences between the simulator and a recorded client that creates a job and sends a request. */
async function recordedDifferences(target: string, path: string, kind = "file") {
  const recording = await startRecording(target);
  const urls = { baseUrl: recording.baseUrl, deploymentUrl: recording.baseUrl };
  const client = new Client(urls, "test-key-1");
  const jobId = await client.submit({ inputs: ["a"] });
  await client.json("GET", `/job-status/${jobId}`);
  const headers = { authorization: "Key test-key-1" };
  const response = await fetch(recording.baseUrl + path.replace("{jobId}", jobId), { headers });
  await response.arrayBuffer();
  await client.json("GET", `/job-status/${jobId}`);
  const { trace } = await recording.end();
  const { exchanges } = await simulatedBy([], DEEP)({});
  const found = compare(trace.sandboxes[0]?.exchanges ?? [], exchanges, recording.spec);
  return [response.status, found.filter((each) => each.kind === kind)];
}

test("a part of a file says nothing about the file's format", async () => {
  await using service = await serve((req, res) => {
    if (req.method === "POST") return json(res, { job_id: "job-1" });
    if (req.url?.startsWith("/job-status") === true)
      return json(res, { job_status: { "job-1": "SUCCEEDED" } });
    const type = { "content-type": "application/zip", "content-range": "bytes 2-4/9" };
    res.writeHead(206, type).end(Buffer.from([0xff, 1, 2]));
  });
  const path = "/jobs/{jobId}/results?result_format=csv";
  expect(await recordedDifferences(service.url, path)).toEqual([206, []]);
});

test("columns that a recorded client didn't request are not missing", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  for (const format of ["csv", "parquet"]) {
    const path = `/jobs/{jobId}/results?result_format=${format}`;
    expect(await recordedDifferences(sim.baseUrl, path)).toEqual([200, []]);
  }
});

test("a canceled job doesn't end in the state in which a recorded client stops polling it", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  expect(await recordedDifferences(sim.baseUrl, "/v1/job-cancel/{jobId}", "state")).toEqual([
    200,
    [],
  ]);
});
