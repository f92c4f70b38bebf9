import { expect, test } from "@jest/globals";
import { type SimulatorOptions, startSimulator } from "../../src/index.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { checkFile, checkText, openScenario } from "../../src/simulator/open-scenario.ts";
import { ALL_SCENARIOS, FILE_SCENARIOS } from "../support/built-in-scenarios.ts";
import {
  CHAT,
  call,
  chatLine,
  createBatch,
  ended,
  type Json,
  jsonLines,
  linesOf,
  runBatch,
  send,
  upload,
} from "../support/openai-client.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";
import * as messages from "./message-batches.ts";

// Built-in scenarios with APIs whose inputs are in files.

const APIS = ["openai", "groq"] as const;

type Api = (typeof APIS)[number];

/** Scenarios that name what only the default API has. */
const FOREIGN: Readonly<Record<string, string>> = {
  "corrupt-parquet": "the operation `getResults`, the field `result_format`",
  "corrupt-zip": "the operation `getResults`, the field `result_format`",
  "dataset-missing": "the field `inputs`",
  "presigned-url-expired": "inputs at a URL",
  "unknown-state": "the assumption `job-states`",
};

/** The part of the scenario that the API lacks; undefined if it has everything. */
function missingIn(api: Api, name: string): string | undefined {
  if (api === "groq" && name.startsWith("webhook-")) return "the assumption `webhooks`";
  return FOREIGN[name];
}

function refusal(name: string, missing: string): unknown {
  return {
    code: "SIM_SCENARIO",
    message: `Failed to use the scenario \`${name}\`: the served API doesn't have ${missing}. \`npx batch-sim scenarios\` with the same \`--api\` and \`--overlay\` lists the scenarios for this API.`,
  };
}

test.each(APIS.flatMap((api) => ALL_SCENARIOS.map((name) => [api, name] as const)))(
  "%s plays %s, or it is refused by name",
  async (api, name) => {
    const opened = openScenario(name, await openDocument([api]));
    const foreign = missingIn(api, name);
    if (foreign === undefined)
      expect(await opened).toMatchObject({ scenario: { name }, findings: [] });
    else await expect(opened).rejects.toMatchObject(refusal(name, foreign) as object);
  },
);

test.each([[], ["anthropic"]].flatMap((api) => FILE_SCENARIOS.map((name) => [name, api] as const)))(
  "%s is refused without files %j",
  async (name, api) => {
    const opened = openScenario(name, await openDocument(api));
    await expect(opened).rejects.toMatchObject(refusal(name, "inputs in a file") as object);
  },
);

test.each(APIS)("the linter has nothing against scenarios with files for %s", async (api) => {
  const document = await openDocument([api]);
  for (const name of FILE_SCENARIOS) {
    const { scenario, issues } = await checkFile(`scenarios/${name}.yaml`, document);
    expect(scenario).toMatchObject({ description: expect.stringMatching(/^[A-Z].{20,120}\.$/) });
    expect(issues).toEqual([]);
  }
});

test("a problem with a file has no effect without files, and the linter says so", async () => {
  const text = `name: bad
description: Rejects every file.
profiles: [{ outcome: { badFile: { problem: empty } } }]
`;
  const [found, ...others] = await checkText(text, await openDocument([]));
  expect([found?.rule, found?.message, others]).toEqual([
    "no-effect",
    "This API has no input files, so the job fails without a visible reason.",
    [],
  ]);
  expect(await checkText(text, await openDocument(["openai"]))).toEqual([]);
});

function play(api: Api, scenario: string): Promise<TestSimulator> {
  return startTestSimulator({ api, scenario });
}

const LINES = ["a", "b", "c", "d"].map((id) => chatLine(id));

test.each(APIS)("in bad-input-file, %s names the line that is not valid JSON", async (api) => {
  await using sim = await play(api, "bad-input-file");
  expect(await runBatch(sim, LINES)).toMatchObject({
    status: "failed",
    errors: {
      object: "list",
      data: [
        {
          code: "invalid_json_line",
          message: "This line is not parseable as valid JSON.",
          line: 2,
          param: null,
        },
      ],
    },
    output_file_id: null,
    error_file_id: null,
    in_progress_at: null,
    request_counts: { total: 4, completed: 0, failed: 0 },
  });
  const short = await runBatch(sim, LINES.slice(0, 1));
  expect(short).toMatchObject({ errors: { data: [{ line: 1 }] } });
});

test("a scenario chooses the problem with a file, its line, and what was found there", async () => {
  await using sim = await startTestSimulator({
    api: "openai",
    yaml: `name: repeated
profiles:
  - outcome: { badFile: { problem: repeated, line: 3, value: row-7 } }
`,
  });
  const { errors } = (await runBatch(sim, LINES)) as { errors: { data: Json[] } };
  expect(errors.data).toEqual([
    {
      code: "duplicate_custom_id",
      message: "The custom_id for this request is a duplicate of another request: row-7.",
      line: 3,
      param: null,
    },
  ]);
});

test.each<[string, string, number | null]>([
  ["repeated, line: 3", "The custom_id for this request is a duplicate of another request: c.", 3],
  ["repeated, line: 9", "The custom_id for this request is a duplicate of another request: d.", 4],
  ["repeated", "The custom_id for this request is a duplicate of another request: a.", null],
  [
    "differing, line: 2",
    "This request's model, \"gpt-4o-mini\", differs from the first request's model.",
    2,
  ],
  ["unequal, line: 2", `This request's URL, "${CHAT}", is not the batch's endpoint.`, 2],
  ["invalid, line: 2", "The line is invalid: simulated by the scenario.", 2],
  ["tooMany", "The batch has 4 requests. The limit is 50,000.", null],
])("without a value, a problem shows the file's own: %s", async (problem, message, line) => {
  const yaml = `profiles: [{ outcome: { badFile: { problem: ${problem} } } }]`;
  await using sim = await startTestSimulator({ api: "openai", yaml });
  const batch = await runBatch(sim, LINES);
  expect(batch).toMatchObject({ errors: { data: [{ message, line }] } });
  // A line that has a problem of its own has no value.
  const broken = await upload(sim, `${jsonLines(LINES.slice(0, 1))}{`);
  const { body } = await createBatch(sim, String(broken.body["id"]));
  expect((await ended(sim, String(body["id"])))["status"]).toBe("failed");
});

test.each(APIS)("in output-file-late, %s names the file some seconds later", async (api) => {
  await using sim = await play(api, "output-file-late");
  const early = await runBatch(sim, LINES);
  expect(early).toMatchObject({
    status: "completed",
    output_file_id: null,
    request_counts: { completed: 4 },
  });
  await sim.clock.advance("5s");
  const late = await ended(sim, String(early["id"]));
  expect(late).toEqual({ ...early, output_file_id: expect.stringMatching(/^file-output-/) });
  expect(Object.keys(await linesOf(sim, late["output_file_id"])).sort()).toEqual([..."abcd"]);
});

test.each(APIS)(
  "in truncated-download, %s breaks off the first download of results",
  async (api) => {
    await using sim = await play(api, "truncated-download");
    const batch = await runBatch(sim, LINES);
    const path = `/files/${batch["output_file_id"]}/content`;
    const download = () => send(sim, "GET", path);
    const broken = await download();
    const length = Number(broken.headers.get("content-length"));
    await expect(broken.text()).rejects.toThrow("terminated");
    expect(Buffer.byteLength(await (await download()).text())).toBe(length);
  },
);

test("in results-late, polls of a batch of messages on the clock `poll` reach its results", async () => {
  await using sim = await messages.start({ scenario: "results-late" });
  const batch = await messages.ended(sim, (await messages.create(sim, messages.requests(1)))["id"]);
  expect(batch["results_url"]).toBe(null);
  const { body } = await messages.call(sim, "GET", `${messages.BATCHES}/${batch["id"]}`);
  expect(await messages.linesOf(sim, body)).toHaveLength(1);
});

test("in output-file-late, polls on the clock `poll` reach the output file", async () => {
  await using sim = await startTestSimulator({
    api: "openai",
    scenario: "output-file-late",
    clock: "poll",
  });
  const batch = await runBatch(sim, LINES);
  const { body } = await call(sim, "GET", `/batches/${batch["id"]}`);
  expect(body["output_file_id"]).toMatch(/^file-output-/);
});

test.each(APIS)("in error-line-with-null-error, %s has the status in the response", async (api) => {
  await using sim = await play(api, "error-line-with-null-error");
  const batch = await runBatch(sim, LINES);
  expect(batch).toMatchObject({ status: "completed", request_counts: { completed: 1, failed: 3 } });
  const lines = Object.entries(await linesOf(sim, batch["error_file_id"]));
  const seen = lines.map(([id, line]) => {
    const { status_code } = line["response"] as Json;
    return [id, status_code, line["error"]];
  });
  expect(seen.sort()).toEqual([
    ["a", 429, null],
    ["b", 400, null],
    ["d", 400, null],
  ]);
});

test("the control API lists the scenarios that the served API has everything for", async () => {
  const listed = async (options: SimulatorOptions): Promise<readonly string[]> => {
    await using sim = await startSimulator(options);
    return (await sim.control.scenario.list()).map(({ name }) => name);
  };
  const without = (missing: readonly string[]): readonly string[] =>
    ALL_SCENARIOS.filter((name) => !missing.includes(name));
  expect(await listed({})).toEqual(without(FILE_SCENARIOS));
  expect(await listed({ api: "openai" })).toEqual(without(Object.keys(FOREIGN)));
});
