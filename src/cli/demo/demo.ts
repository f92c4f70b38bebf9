import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import type { JsonObject } from "../../core/json.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { COMMAND_TABLE } from "../../options/command-table.ts";
import { type Options, simulatorOptions } from "../../options/option-table.ts";
import { readData } from "../../simulator/package-file.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import { startSimulator } from "../../simulator/start-simulator.ts";
import { EXIT_OK, refuseManual, tryFiles } from "../output/failure.ts";
import { makeFolder, writeOwnFile } from "../output/own-files.ts";
import { type Paint, paintFor } from "../output/paint.ts";

const POLL_MS = 200;
const SHOWN = 3;
/** Maximum length of a shown input, in characters. */
const SHOWN_CHARACTERS = 60;
const DOWNLOADS = [
  ["json", "results.json", "one JSON object"],
  ["csv", "results.csv.zip", "a ZIP archive with one CSV file"],
  ["parquet", "results.parquet", "compressed with zstd"],
] as const;

type DemoJob = {
  readonly status: string;
  readonly num_rows: number;
  readonly rows_completed: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly job_cost: number;
};

/** With this seed, the first rows are typical: four in five match their review's sentiment. */
const DEMO_SEED = 5;

/** Runs a job on a new simulator, as an ordinary client would; resolves with the exit status. */
export async function demo(options: Options, screen: Screen = process.stdout): Promise<number> {
  const { out = COMMAND_TABLE.out.fallback, clock = "real" } = options;
  // A scenario may have a seed of its own.
  const seed = options.scenario === undefined ? { seed: DEMO_SEED } : {};
  await tryFiles(
    () => makeFolder(out),
    (reason) => `Failed to create the folder for \`--out\`: ${reason}.`,
  );
  const sim = await startSimulator(simulatorOptions({ ...seed, ...options }));
  try {
    await refuseManual(sim, true);
    // Only requests move a `poll` clock, so waiting between them would be useless.
    await play(sim, out, screen, clock.startsWith("poll") ? 0 : POLL_MS);
    return EXIT_OK;
  } finally {
    await sim.close();
  }
}

async function play(sim: Simulator, out: string, screen: Screen, pauseMs: number): Promise<void> {
  const paint = paintFor(screen);
  const say = (text: string): void => void screen.write(`${text}\n`);
  const { reviews, systemPrompt, schema } = await readReviews();
  say(`Submitting ${reviews.length} reviews to ${sim.baseUrl} (scenario: ${sim.scenario}).`);
  const request = { inputs: reviews, system_prompt: systemPrompt, json_schema: schema };
  const body = JSON.stringify(request);
  const submitted = await call(sim, "/batch-inference", { method: "POST", body });
  const { job_id: jobId } = (await submitted.json()) as { job_id: string };
  say(`The job is ${paint.cyan(jobId)}:`);
  const progress = progressOn(screen, paint);
  let job: DemoJob;
  for (;;) {
    const response = await call(sim, `/jobs/${jobId}`);
    ({ job } = (await response.json()) as { job: DemoJob });
    progress.show({ state: job.status, done: job.rows_completed, total: job.num_rows });
    if (job.status === "SUCCEEDED") break;
    await delay(pauseMs);
  }
  progress.end();
  screen.write(await report(job, await downloads(sim, jobId, out), paint));
}

type DemoData = Readonly<Record<"products" | "opinions", readonly string[]>> & {
  readonly systemPrompt: string;
  readonly schema: JsonObject;
};

export async function readReviews() {
  const { products, opinions, ...asked } = await readData<DemoData>("demo");
  const reviews = products.flatMap((product) =>
    opinions.map((opinion) => opinion.replace("PRODUCT", product)),
  );
  return { reviews, ...asked };
}

async function call(
  { baseUrl, apiKey }: Simulator,
  path: string,
  init: RequestInit = {},
): Promise<Response> {
  const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };
  const response = await fetch(baseUrl + path, { ...init, headers });
  if (response.ok) return response;
  throw new Error(`${path} got a ${response.status} response: ${await response.text()}`);
}

type Download = { readonly path: string; readonly about: string; readonly size: string };

async function downloads(sim: Simulator, jobId: string, folder: string) {
  const query = "include_inputs=true&include_cumulative_logprobs=true";
  const files: Download[] = [];
  for (const [format, name, about] of DOWNLOADS) {
    const response = await call(sim, `/jobs/${jobId}/results?result_format=${format}&${query}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const path = join(folder, name);
    await writeOwnFile(path, bytes);
    files.push({ path, about, size: formatBytes(bytes.length) });
  }
  return files;
}

async function report(
  { num_rows, input_tokens, output_tokens, job_cost }: DemoJob,
  files: readonly Download[],
  paint: Paint,
): Promise<string> {
  const tokens = `${input_tokens} input and ${output_tokens} output tokens`;
  const width = Math.max(...files.map(({ path }) => path.length));
  const { inputs, outputs } = JSON.parse(await readFile(files[0]?.path ?? "", "utf8")) as {
    readonly inputs: readonly string[];
    readonly outputs: readonly string[];
  };
  const lines = [
    "",
    `${num_rows} rows, ${tokens}, $${job_cost.toFixed(6)}. The first ${SHOWN}:`,
    ...outputs
      .slice(0, SHOWN)
      .flatMap((output, row) => [
        `  ${paint.dim(shortened(inputs[row] ?? ""))}`,
        `  ${paint.green(output)}`,
      ]),
    "The outputs conform to the job's JSON Schema, and most match their review's sentiment. No model was used.",
    "",
    "The results, in all three formats:",
    ...files.map(
      ({ path, size, about }) =>
        `  ${paint.cyan(path.padEnd(width))}  ${size.padStart(8)}  ${paint.dim(about)}`,
    ),
    "",
    "Next, see how your own client handles a job that takes minutes. Start a simulator with such a job:",
    `  ${paint.bold("npx batch-sim --scenario slow-job")}`,
    "",
  ];
  return lines.join("\n");
}

function shortened(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS - 1)}…`;
}

const BAR_WIDTH = 30;

export type Step = { readonly state: string; readonly done: number; readonly total: number };

type Screen = Pick<NodeJS.WriteStream, "isTTY"> & { write(text: string): boolean };

/** Shows a job's progress: as a bar on a terminal, otherwise as one line per change. */
export function progressOn(screen: Screen, paint: Paint) {
  let last = "";
  return {
    show: (step: Step): void => {
      const text = screen.isTTY ? barOf(step, paint) : lineOf(step);
      if (text !== last) screen.write(screen.isTTY ? `\r\u001b[2K${text}` : `${text}\n`);
      last = text;
    },
    end: () => screen.isTTY && screen.write("\n"),
  };
}

function barOf({ state, done, total }: Step, paint: Paint): string {
  const filled = total === 0 ? 0 : Math.floor((done / total) * BAR_WIDTH);
  const bar = paint.green("█".repeat(filled)) + paint.dim("░".repeat(BAR_WIDTH - filled));
  return `  ${bar}  ${done}/${total} rows  ${state}`;
}

/** Without a terminal, progress is shown in quarters, so that a log stays short. */
function lineOf({ state, done, total }: Step): string {
  const quarter = total === 0 ? 0 : Math.floor((done / total) * 4) * 25;
  return `  ${state}${quarter === 0 ? "" : `, ${quarter}%`}`;
}
