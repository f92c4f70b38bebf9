import { mkdtemp, readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { createSchemaMatcher } from "../../packages/schema-values/src/check/schema-matcher.ts";
import { demo, readReviews } from "../../src/cli/demo/demo.ts";
import { UsageError } from "../../src/cli/output/failure.ts";
import type { Options } from "../../src/options/option-table.ts";
import { queryParquet } from "../codec/duckdb.ts";
import { unzip } from "../codec/unzip.ts";
import { run } from "./process.ts";

const emptyFolder = (): Promise<string> => mkdtemp(join(tmpdir(), "batch-sim-demo-"));

/** Runs the demo in this process, which is warm; a separate process takes ten times as long. */
async function play(options: Options): Promise<number> {
  return demo({ out: await emptyFolder(), ...options }, { isTTY: false, write: () => true });
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
    .replace(/ +[\d.]+ KiB/g, "  N KiB")
    .replace(/\d+ input and \d+ output/, "N input and N output")
    .replace(/\$0\.000\d{3}/, "$N");
  expect(told).toBe(`Submitting 200 reviews to URL (scenario: happy-path).
The job is JOB:
  SUCCEEDED, 100%

200 rows, N input and N output tokens, $N. The first 3:
  Best purchase of the year. The wireless headset does exactl…
  OUTPUT
  The wireless headset stopped working after three weeks, and…
  OUTPUT
  It's fine. The wireless headset is neither great nor bad; f…
  OUTPUT
The outputs conform to the job's JSON Schema, and most match their review's sentiment. No model was used.

The results, in all three formats:
  batch-sim-demo/results.json  N KiB  one JSON object
  batch-sim-demo/results.csv.zip  N KiB  a ZIP archive with one CSV file
  batch-sim-demo/results.parquet  N KiB  compressed with zstd

Next, see how your own client handles a job that takes minutes. Start a simulator with such a job:
  npx batch-sim --scenario slow-job
`);
});

test("its three files hold the same rows, and every output conforms to the schema", async () => {
  const { reviews, schema } = await readReviews();
  const out = await emptyFolder();
  expect(await play({ clock: "poll", out })).toBe(0);
  const file = (name: string): Promise<Buffer> => readFile(join(out, name));
  const {
    inputs,
    outputs,
    cumulative_logprobs: logprobs,
  } = JSON.parse((await file("results.json")).toString());
  expect(inputs).toEqual(reviews);
  const matches = await createSchemaMatcher();
  const isReview = (output: string): boolean =>
    matches(schema, JSON.parse(output), { steps: 1000 });
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

test("a scenario's own seed takes effect", async () => {
  const folder = await emptyFolder();
  const scenario = join(folder, "seeded.yaml");
  await writeFile(scenario, "seed: 4\n");
  const results = async (options: Options): Promise<string> => {
    const out = await emptyFolder();
    await play({ clock: "poll", out, ...options });
    return readFile(join(out, "results.json"), "utf8");
  };
  expect(await results({ scenario })).toBe(await results({ seed: 4 }));
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
      "The `manual` clock moves only on request, and the demo makes no such request. Choose another clock with `--clock`, such as `poll`.",
    ]),
  );
});
