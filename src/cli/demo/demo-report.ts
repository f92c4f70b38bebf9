import type { FaultRule } from "../../core/fault-rule.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { factsOf } from "../../faults/find-kind.ts";
import type { Paint } from "../output/paint.ts";
import type { DemoJob } from "./demo-client.ts";

/** Number of outputs to show. */
const SHOWN = 3;

/** Number of characters of an input to show. */
const SHOWN_CHARACTERS = 60;

/** A file with the results. */
export type DemoFile = {
  readonly format: string;
  readonly path: string;
  readonly byteLength: number;
  readonly about: string;
};

/** The downloaded results. */
export type DemoResults = {
  readonly files: readonly DemoFile[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
};

/** A fault that shaped responses, and the affected requests. */
export type FaultTrace = { readonly rule: FaultRule; readonly requests: readonly string[] };

/** Number of rows with an outcome that the row rules caused. */
export type OddRows = ReadonlyMap<string, number>;

/** The scenario and its effects. */
export type Story = {
  readonly scenario: string;
  /** May be empty. */
  readonly description: string;
  readonly faults: readonly FaultTrace[];
  readonly odd: OddRows;
};

/** Describes a file's damage and the fault that caused it; empty if it is intact. */
export function damageOf({ format }: DemoFile, { scenario, faults }: Story): string {
  for (const { rule, requests } of faults) {
    const { damages } = factsOf(rule.fault);
    if (damages === undefined) continue;
    if (requests.some((request) => request.includes(`result_format=${format}`)))
      return `damaged (\`${damages.damage}\`) by the fault \`${rule.name}\` of the scenario \`${scenario}\``;
  }
  return "";
}

/** The demo's closing text: the results, where they are, and what to do next. */
export function demoReport(
  { job, results, story }: { job: DemoJob; results: DemoResults; story: Story },
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
    outputsText(story),
    "",
    "The results, in the three formats:",
    ...results.files.map(
      (file) =>
        `  ${paint.cyan(file.path.padEnd(width))}  ${formatBytes(file.byteLength).padStart(8)}  ${aboutText(file, story, paint)}`,
    ),
    ...faultLines(story),
    "",
    "Next, point your own client at the simulator, and see how it handles a job that takes minutes:",
    `  ${paint.bold("npx batch-sim --scenario slow-job")}`,
    "",
  ];
  return lines.join("\n");
}

function outputsText({ odd, scenario }: Story): string {
  const count = [...odd.values()].reduce((sum, each) => sum + each, 0);
  if (count === 0)
    return "The outputs conform to the JSON Schema, and most follow the reviews' words. No model was asked.";
  const kinds = [...odd].map(([kind, each]) => `${each} \`${kind}\``).join(", ");
  return `${count} outputs follow the row rules of the scenario \`${scenario}\`: ${kinds}. The others conform to the JSON Schema, and most follow the reviews' words. No model was asked.`;
}

function aboutText(file: DemoFile, story: Story, paint: Paint): string {
  const damage = damageOf(file, story);
  return damage === "" ? paint.dim(file.about) : paint.yellow(`${file.about}, ${damage}`);
}

function faultLines({ scenario, description, faults }: Story): string[] {
  if (faults.length === 0) return [];
  const about = description === "" ? "" : ` (${description})`;
  return [
    "",
    `What the faults of the scenario \`${scenario}\` did${about}:`,
    ...faults.map(({ rule, requests }) => {
      const more = requests.length === 1 ? "" : ` and ${requests.length - 1} more`;
      return `  \`${rule.name}\` (${rule.fault.kind}) shaped the response to ${requests[0]}${more}`;
    }),
  ];
}

function shortened(text: string): string {
  const line = text.replaceAll("\n", " ");
  return line.length <= SHOWN_CHARACTERS ? line : `${line.slice(0, SHOWN_CHARACTERS - 1)}…`;
}
