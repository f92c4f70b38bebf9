import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { REVIEW_SCHEMA, REVIEWS } from "../../src/cli/demo-inputs.ts";
import { createSchemaMatcher } from "../../src/generate/schema-matcher.ts";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { run } from "./process.ts";

const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "batch-sim-demo-"));

async function scenarioFile(yaml: string): Promise<string> {
  const file = join(await emptyFolder(), "story.yaml");
  await writeFile(file, yaml);
  return file;
}

test("the demo runs the main job at real speed, and says what came and where it lies", async () => {
  const cwd = await emptyFolder();
  const { code, stdout, stderr } = await run(["demo"], { cwd });
  expect([code, stderr]).toEqual([0, ""]);
  const told = stdout
    .replace(/http:\/\/127\.0\.0\.1:\d+/, "URL")
    .replace(/job-[0-9a-f-]{36}/, "JOB")
    .replace(/^ {2}(QUEUED|STARTING|RUNNING).*\n/gm, "")
    .replace(/\{"sentiment".*\}/g, "OUTPUT")
    .replace(/ +[\d.]+ KB/g, "  N KB")
    .replace(/\d+ input and \d+ output/, "N input and N output")
    .replace(/\$0\.000\d{3}/, "$N");
  expect(told).toBe(`Submitting 200 product reviews to URL, scenario happy-path.
The job is JOB:
  SUCCEEDED, 100 %

200 rows, N input and N output tokens, $N. The first 3:
  Best purchase of the year. The wireless headset does exactl…
  OUTPUT
  The wireless headset stopped working after three weeks, and…
  OUTPUT
  It's fine. The wireless headset is neither great nor bad; f…
  OUTPUT
The outputs are made up: they hold to the JSON schema, not to what the review says.

The results, in the three formats:
  batch-sim-demo/results.json  N KB  one object
  batch-sim-demo/results.csv.zip  N KB  a ZIP with one CSV
  batch-sim-demo/results.parquet  N KB  zstd inside

Next, point your own client at the simulator, and see how it copes with a job that takes minutes:
  npx batch-sim --scenario slow-job
`);
});

test("its three files hold the same rows, and every output conforms to the schema", async () => {
  const out = await emptyFolder();
  expect(await run(["demo", "--clock", "poll", "--out", out])).toMatchObject({
    code: 0,
    stderr: "",
  });
  const file = (name: string): Promise<Buffer> => readFile(join(out, name));
  const {
    inputs,
    outputs,
    cumulative_logprobs: logprobs,
  } = JSON.parse((await file("results.json")).toString());
  expect(inputs).toEqual(REVIEWS);
  const matches = await createSchemaMatcher();
  expect(outputs.every((output: string) => matches(REVIEW_SCHEMA, JSON.parse(output)))).toBe(true);

  const [entry] = await unzip(await file("results.csv.zip"));
  const [, ...records]: string[][] = parse(entry?.text ?? "");
  expect(records).toEqual(
    inputs.map((input: string, row: number) => [input, outputs[row], String(logprobs[row])]),
  );
  const rows = await queryParquet(await file("results.parquet"), "SELECT * FROM FILE");
  expect(rows).toEqual(
    inputs.map((input: string, row: number) => ({
      inputs: input,
      outputs: outputs[row],
      cumulative_logprobs: logprobs[row],
    })),
  );
});

test("it replaces its own files alone, and a seed gives the same bytes again", async () => {
  const out = await emptyFolder();
  await writeFile(join(out, "notes.txt"), "mine");
  await writeFile(join(out, "results.json"), "old");
  const downloads = async (seed: string): Promise<string[]> => {
    await run(["demo", "--clock", "poll", "--seed", seed, "--out", out]);
    const names = ["results.json", "results.csv.zip", "results.parquet"];
    const files = await Promise.all(names.map((name) => readFile(join(out, name), "base64")));
    return files;
  };
  const first = await downloads("4");
  expect(await downloads("4")).toEqual(first);
  const other = await downloads("5");
  expect(other.map((file, index) => file === first[index])).toEqual([false, false, false]);
  expect((await readdir(out)).sort()).toEqual([
    "notes.txt",
    "results.csv.zip",
    "results.json",
    "results.parquet",
  ]);
  expect(await readFile(join(out, "notes.txt"), "utf8")).toBe("mine");
});

test("of a job that fails it tells the reason, and that is no failure of its own", async () => {
  const args = ["demo", "--scenario", "job-fails-midway", "--clock", "poll"];
  const { code, stdout, stderr } = await run([...args, "--out", await emptyFolder()]);
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.slice(stdout.indexOf("It ended"))).toBe(
    "It ended as FAILED: The inference engine ran out of memory.\nSo there are no results: that is what this scenario is for.\n",
  );
});

test("where the scenario refuses a request, it says so and exits with 1", async () => {
  const scenario = await scenarioFile(
    "faults: [{ on: createJob, status: 503, body: { detail: Busy. } }]",
  );
  const { code, stderr } = await run([
    "demo",
    "--scenario",
    scenario,
    "--out",
    await emptyFolder(),
  ]);
  expect([code, stderr.replaceAll(scenario, "story.yaml")]).toEqual([
    1,
    [
      "story.yaml:1:35 faults.0.status: The specification declares no `503` for `createJob`. It may be meant: gateways send what no specification says. [warning undeclared-status]",
      'batch-sim: The demo can\'t go on: /batch-inference was answered with 503: {"detail":"Busy."}',
      "batch-sim: That is the fault `1-status` of the scenario `story`.\n",
    ].join("\n"),
  ]);
});

test.each([
  [
    "truncated-download",
    "poll",
    /results was not answered in full: .*\nbatch-sim: That is the fault `\S+` of the scenario `truncated-download`: The first download of results breaks off half way\.\n$/,
  ],
  [
    "results-late",
    "20x",
    /was answered with 409: .*\nbatch-sim: That is the scenario `results-late`: Results are not ready until half a minute after the job has succeeded\.\n$/,
  ],
])("under the scenario %s it says what that does", async (scenario, clock, expected) => {
  const args = ["demo", "--scenario", scenario, "--clock", clock];
  const { code, stderr } = await run([...args, "--out", await emptyFolder()]);
  expect([code, stderr]).toEqual([1, expect.stringMatching(expected)]);
});

test("a folder that can't be made is one clear line", async () => {
  expect(await run(["demo", "--out", "LICENSE"])).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr:
      "batch-sim: Failed to make the folder of `--out`: EEXIST: file already exists, mkdir 'LICENSE'.\n",
  });
});

test("a manual clock is refused, for the job would never end", async () => {
  const { code, stderr } = await run(["demo", "--clock", "manual", "--out", await emptyFolder()]);
  expect([code, stderr]).toEqual([
    2,
    "batch-sim: The clock `manual` moves only when told, and the demo tells it nothing. Choose another by `--clock`, such as `poll`.\n",
  ]);
});
