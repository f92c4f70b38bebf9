import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { formatBytes } from "../input/format-bytes.ts";
import type { DemoClient, JobRecord } from "./demo-client.ts";
import type { Paint } from "./paint.ts";

const DOWNLOADS = [
  ["json", "results.json", "one object"],
  ["csv", "results.csv.zip", "a ZIP with one CSV"],
  ["parquet", "results.parquet", "zstd inside"],
] as const;

/** Outputs that are shown. */
const SHOWN = 3;

/** Characters of an input that are shown. */
const SHOWN_CHARACTERS = 60;

/** What was downloaded. */
export type DemoResults = {
  readonly files: readonly {
    readonly path: string;
    readonly byteLength: number;
    readonly about: string;
  }[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
};

/** Downloads a job's results in every format into a folder. */
export async function fetchResults(
  client: DemoClient,
  jobId: string,
  folder: string,
): Promise<DemoResults> {
  const files = [];
  for (const [format, name, about] of DOWNLOADS) {
    const path = join(folder, name);
    files.push({ path, about, byteLength: await client.download(jobId, format, path) });
  }
  const { inputs, outputs } = JSON.parse(await readFile(join(folder, DOWNLOADS[0][1]), "utf8"));
  return { files, inputs, outputs };
}

/** What the demo says at its end: what came, where it lies, what to do next. */
export function demoReport(
  { job, results }: { job: JobRecord; results: DemoResults },
  paint: Paint,
): string {
  const tokens = `${job.input_tokens} input and ${job.output_tokens} output tokens`;
  const width = Math.max(...results.files.map(({ path }) => path.length));
  const lines = [
    "",
    `${job.num_rows} rows, ${tokens}, $${job.job_cost.toFixed(6)}. The first ${SHOWN}:`,
    ...results.outputs
      .slice(0, SHOWN)
      .flatMap((output, row) => [
        `  ${paint.dim(shortened(results.inputs[row] ?? ""))}`,
        `  ${paint.green(output)}`,
      ]),
    "The outputs are made up: they hold to the JSON schema, not to what the review says.",
    "",
    "The results, in the three formats:",
    ...results.files.map(
      ({ path, byteLength, about }) =>
        `  ${paint.cyan(path.padEnd(width))}  ${formatBytes(byteLength).padStart(8)}  ${paint.dim(about)}`,
    ),
    "",
    "Next, point your own client at the simulator, and see how it copes with a job that takes minutes:",
    `  ${paint.bold("npx batch-sim --scenario slow-job")}`,
    "",
  ];
  return lines.join("\n");
}

function shortened(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS - 1)}…`;
}
