import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { mock } from "node:test";
import { setImmediate } from "node:timers/promises";
import { stripVTControlCharacters } from "node:util";
import { expect, test } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { createSchemaMatcher } from "../../packages/schema-values/src/check/schema-matcher.ts";
import { causeOf, demo } from "../../src/cli/demo/demo.ts";
import { DemoClient, RefusedError } from "../../src/cli/demo/demo-client.ts";
import { REVIEW_SCHEMA, REVIEWS } from "../../src/cli/demo/demo-inputs.ts";
import { patiently } from "../../src/cli/demo/demo-results.ts";
import { UsageError } from "../../src/cli/output/failure.ts";
import type { Screen } from "../../src/cli/output/progress-display.ts";
import type { ClockText } from "../../src/core/clock-spec.ts";
import type { Options } from "../../src/options/option-table.ts";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { type Ended, Program, run } from "./process.ts";

const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "batch-sim-demo-"));

/** Runs the demo in this process, which is warm: a process of its own takes ten times as long. */
async function play(options: Options): Promise<Omit<Ended, "signal">> {
  const written = { stdout: "", stderr: "" };
  const screen = (name: keyof typeof written): Screen => ({
    isTTY: false,
    write: (text) => {
      written[name] += stripVTControlCharacters(text);
      return true;
    },
  });
  const screens = { stdout: screen("stdout"), stderr: screen("stderr") };
  const code = await demo({ out: await emptyFolder(), ...options }, screens);
  return { code, ...written };
}

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
  SUCCEEDED, 100%

200 rows, N input and N output tokens, $N. The first 3:
  Best purchase of the year. The wireless headset does exactl…
  OUTPUT
  The wireless headset stopped working after three weeks, and…
  OUTPUT
  It's fine. The wireless headset is neither great nor bad; f…
  OUTPUT
The outputs conform to the JSON Schema, and most follow the reviews' words. No model was asked.

The results, in the three formats:
  batch-sim-demo/results.json  N KB  one object
  batch-sim-demo/results.csv.zip  N KB  a ZIP with one CSV
  batch-sim-demo/results.parquet  N KB  zstd inside

Next, point your own client at the simulator, and see how it handles a job that takes minutes:
  npx batch-sim --scenario slow-job
`);
});

test("its three files hold the same rows, and every output conforms to the schema", async () => {
  const out = await emptyFolder();
  expect(await play({ clock: "poll", out })).toMatchObject({ code: 0, stderr: "" });
  const file = (name: string): Promise<Buffer> => readFile(join(out, name));
  const {
    inputs,
    outputs,
    cumulative_logprobs: logprobs,
  } = JSON.parse((await file("results.json")).toString());
  expect(inputs).toEqual(REVIEWS);
  const matches = await createSchemaMatcher();
  const isReview = (output: string): boolean =>
    matches(REVIEW_SCHEMA, JSON.parse(output), { steps: 1000 });
  expect(outputs.every(isReview)).toBe(true);

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
  const downloads = async (seed: number): Promise<string[]> => {
    await play({ clock: "poll", seed, out });
    const names = ["results.json", "results.csv.zip", "results.parquet"];
    const files = await Promise.all(names.map((name) => readFile(join(out, name), "base64")));
    return files;
  };
  const first = await downloads(4);
  expect(await downloads(4)).toEqual(first);
  const other = await downloads(5);
  expect(other.map((file, index) => file === first[index])).toEqual([false, false, false]);
  expect((await readdir(out)).sort()).toEqual([
    "notes.txt",
    "results.csv.zip",
    "results.json",
    "results.parquet",
  ]);
  expect(await readFile(join(out, "notes.txt"), "utf8")).toBe("mine");
});

test("it shows why a job failed, which doesn't make the demo itself fail", async () => {
  const { code, stdout, stderr } = await play({ scenario: "job-fails-midway", clock: "poll" });
  expect([code, stderr]).toEqual([0, ""]);
  expect(stdout.slice(stdout.indexOf("It ended"))).toBe(
    "It ended as FAILED: The inference engine ran out of memory.\nSo there are no results, which is the point of this scenario.\n",
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
      "story.yaml:1:35 faults.0.status: The spec declares no `503` for `createJob`. Ignore this if the response comes from a gateway rather than the service. [warning undeclared-status]",
      'batch-sim: The demo can\'t continue: /batch-inference got a 503 response: {"detail":"Busy."}',
      "batch-sim: That is the fault `1-status` of the scenario `story`.\n",
    ].join("\n"),
  ]);
});

test.each<[string, ClockText, RegExp]>([
  [
    "truncated-download",
    "poll",
    /results got an incomplete response: .*\nbatch-sim: That is the fault `\S+` of the scenario `truncated-download`: The first results download breaks off halfway\.\n$/,
  ],
  [
    "results-late",
    "20x",
    /got a 409 response: .*\nbatch-sim: That is the scenario `results-late`: Results are not ready until half a minute after the job has succeeded\.\n$/,
  ],
])("under the scenario %s it says what that does", async (scenario, clock, expected) => {
  const { code, stderr } = await play({ scenario, clock });
  expect([code, stderr]).toEqual([1, expect.stringMatching(expected)]);
});

test("rows that a scenario spoils are told of, and aren't said to hold to the schema", async () => {
  const out = await emptyFolder();
  const { code, stdout, stderr } = await play({ scenario: "bad-rows", clock: "poll", out });
  expect([code, stderr]).toEqual([0, ""]);
  const [, all, violations, texts] =
    /^(\d+) outputs follow the row rules of the scenario `bad-rows`: (\d+) `schemaViolation`, (\d+) `invalidJson`\. The others conform to the JSON Schema, and most follow the reviews' words\. No model was asked\.$/m
      .exec(stdout)
      ?.map(Number) ?? [];
  const { outputs } = JSON.parse(await readFile(join(out, "results.json"), "utf8"));
  const matches = await createSchemaMatcher();
  const parsed = (outputs as string[]).map((output) => {
    try {
      return { value: JSON.parse(output) };
    } catch {
      return undefined;
    }
  });
  const bad = parsed.filter(
    (each) => each !== undefined && !matches(REVIEW_SCHEMA, each.value, { steps: 1000 }),
  );
  expect([violations, texts, all]).toEqual([
    bad.length,
    parsed.filter((each) => each === undefined).length,
    (violations ?? 0) + (texts ?? 0),
  ]);
});

test("a damaged file is named with its fault, and doesn't count as success", async () => {
  const out = await emptyFolder();
  const { code, stdout, stderr } = await play({ scenario: "corrupt-zip", clock: "poll", out });
  const damage = "damaged (`zipChecksum`) by the fault `corrupt-zip` of the scenario `corrupt-zip`";
  expect([code, stderr]).toEqual([
    1,
    `batch-sim: \`${join(out, "results.csv.zip")}\` is ${damage}.\n`,
  ]);
  expect(stdout).toContain(`KB  a ZIP with one CSV, ${damage}\n`);
  expect(stdout.replace(/job-[0-9a-f-]{36}/g, "JOB")).toContain(
    `
What the faults of the scenario \`corrupt-zip\` did (The first ZIP download has a wrong checksum.):
  \`corrupt-zip\` (corruptFile) shaped the response to GET /jobs/JOB/results?result_format=csv&include_inputs=true&include_cumulative_logprobs=true
`,
  );
});

test.each<ClockText>(["poll", "1000x"])(
  "a job that never ends, ends the demo with a message on the clock %s",
  async (clock) => {
    const { code, stderr } = await play({ scenario: "stuck-job", clock });
    expect([code, stderr]).toEqual([
      1,
      `batch-sim: The demo can't continue: the job stays RUNNING at 80 of 200 rows and never ends.
batch-sim: That is the scenario \`stuck-job\`: Every job stops at 40% of its rows and never ends.
`,
    ]);
  },
);

test("a long wait is announced, with a way around it", async () => {
  const program = new Program(["demo", "--scenario", "slow-job", "--out", await emptyFolder()]);
  const stdout = await program.until("`--clock poll` does not wait.\n");
  await program.kill("SIGTERM");
  expect(stdout).toMatch(
    /\n {2}QUEUED\n {2}It stays in that state for about [0-9ms ]+; `--clock poll` does not wait\.\n$/,
  );
});

test("a slow download tells how much has arrived, and why it is slow", async () => {
  await using sim = await startTestSimulator({ scenario: "slow-download", clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("1h");
  const lines: string[] = [];
  let isDone = false;
  const file = join(await emptyFolder(), "results.json");
  mock.timers.enable({ apis: ["setInterval"] });
  const waiting = patiently({
    file,
    done: new DemoClient(sim).download(jobId, "json", file),
    cause: () => causeOf(sim),
    say: (text) => void lines.push(text),
  }).finally(() => {
    isDone = true;
  });
  while ((await sim.control.faults.list())[0]?.fired === 0) await setImmediate();
  mock.timers.tick(5000);
  mock.timers.reset();
  while (lines.length < 3) await setImmediate();
  // The body's first wait may begin later than this.
  for (; !isDone; await setImmediate()) await sim.clock.advance("1h");
  await waiting;
  expect(lines).toEqual([
    expect.stringMatching(/^ {2}\S+results\.json: [\d.]+ (bytes|KB) after 5s$/),
    "  That is the fault `slow-download` of the scenario `slow-download`: Results arrive at 500 bytes per second.",
    "  `--clock poll` does not wait.",
  ]);
});

test("an answer that never comes is given up", async () => {
  await using sim = await startTestSimulator({ yaml: "faults: [{ on: getJob, hang: true }]" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  const found = await new DemoClient(sim, 50).job(jobId).catch((error: unknown) => error);
  expect(found).toBeInstanceOf(RefusedError);
  expect(String(found)).toBe(
    `RefusedError: /jobs/${jobId} got an incomplete response: Error: no response within 50ms`,
  );
});

test("an answer that a fault has changed is told of, not taken for a bug", async () => {
  const scenario = await scenarioFile("faults: [{ name: bare, on: getJob, dropField: /job }]");
  const { code, stderr } = await play({ scenario });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^batch-sim: The demo can't continue: a response does not have the documented form \(TypeError: .*\)\.\nbatch-sim: That is the fault `bare` of the scenario `story`\.\n$/,
    ),
  ]);
});

test("a folder that can't be made is one clear line", async () => {
  await expect(play({ out: "LICENSE" })).rejects.toThrow(
    new UsageError([
      "Failed to create the folder for `--out`: EEXIST: file already exists, mkdir 'LICENSE'.",
    ]),
  );
});

test("a manual clock is refused, for the job would never end", async () => {
  await expect(play({ clock: "manual" })).rejects.toThrow(
    new UsageError([
      "The clock `manual` moves only when told to, and the demo never tells it to. Choose another with `--clock`, such as `poll`.",
    ]),
  );
});
