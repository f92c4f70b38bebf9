import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { effectiveDocument } from "../../src/spec/effective.ts";
import { startTestSimulator } from "../support/simulator.ts";

const JSON_TYPE = "application/json";
const VALID = [
  ["GET", "/jobs/none/results?result_format=json&include_inputs=true"],
  ["POST", "/batch-inference", JSON_TYPE, { inputs: ["a"], job_priority: 1 }],
  ["POST", "/list-dataset-files", JSON_TYPE, { dataset_id: "none" }],
];
const INVALID = [
  ["GET", "/jobs/none/results?result_format=xml&include_inputs=7"],
  ["POST", "/batch-inference", JSON_TYPE, []],
  ["POST", "/batch-inference", JSON_TYPE, {}],
  [
    "POST",
    "/batch-inference",
    `${JSON_TYPE}; charset=utf-8`,
    {
      ...{ inputs: [1, "a", null], model: 7, job_priority: "x", json_schema: 3, truncate_rows: 1 },
      sampling_params: { top_p: 9, temperature: -1, max_tokens: 0, stop: 3 },
    },
  ],
  ["POST", "/download-from-dataset", JSON_TYPE, { dataset_id: 3 }],
  ["POST", "/upload-to-dataset", JSON_TYPE, {}],
];

/** Sends the requests. Runs both here and in a separate process, so it uses nothing from outside the function. */
async function responsesTo(
  requests: readonly unknown[][],
  { baseUrl, apiKey }: { readonly baseUrl: string; readonly apiKey: string },
): Promise<readonly string[]> {
  const responses: string[] = [];
  for (const [method, path, type, body] of requests) {
    const headers: Record<string, string> = { authorization: `Key ${apiKey}` };
    if (type !== undefined) headers["content-type"] = String(type);
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const response = await fetch(baseUrl + path, { method: String(method), headers, ...sent });
    responses.push(`${response.status} ${await response.text()}`);
  }
  return responses;
}

const SCRIPT = `
${responsesTo}
const { startSimulator } = require("./dist/index.cjs");
(async () => {
  const sim = await startSimulator({ scenario: "instant" });
  const valid = await responsesTo(${JSON.stringify(VALID)}, sim);
  const hasAjv = Object.keys(require.cache).some((file) => /[\\\\/]ajv-\\w+\\.cjs$/.test(file));
  const invalid = await responsesTo(${JSON.stringify(INVALID)}, sim);
  await sim.close();
  console.log(JSON.stringify({ valid, hasAjv, invalid }));
})();`;

test("the built program validates with what the build compiled, and finds the same problems", async () => {
  await using sim = await startTestSimulator({ scenario: "instant" });
  const expected = {
    valid: await responsesTo(VALID, sim),
    hasAjv: false,
    invalid: await responsesTo(INVALID, sim),
  };
  const printed = execFileSync(process.execPath, ["-e", SCRIPT], { encoding: "utf8" });
  expect(JSON.parse(printed)).toEqual(expected);
  expect(expected.invalid.every((response) => response.startsWith("422 "))).toBe(true);
});

test("the built program's spec with default values is what the document makes", async () => {
  const built: unknown = JSON.parse(readFileSync("dist/default-spec.json", "utf8"));
  expect(built).toEqual(effectiveDocument(await loadBaseDocument(), {}));
});
