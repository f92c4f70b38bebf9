import { isJsonObject, parseJson } from "../../core/json.ts";
import { atOnce } from "../../core/steps.ts";
import type { Finding } from "../../findings/finding.ts";
import type { Report } from "../../findings/report/report-of.ts";
import type { RunTrace, TracedJob, TracedSandbox } from "../reports.ts";

export type RecordedRun = { readonly trace: RunTrace; readonly report: Report };

type TraceLine =
  | ({ readonly kind: "trace" } & Omit<RunTrace, "sandboxes">)
  | ({ readonly kind: "sandbox" } & Omit<TracedSandbox, "jobs" | "exchanges">)
  | ({ readonly kind: "job" } & TracedJob)
  | { readonly kind: "exchange"; readonly exchange: TracedSandbox["exchanges"][number] }
  | { readonly kind: "finding"; readonly finding: Finding }
  | { readonly kind: "report"; readonly report: Omit<Report, "findings"> };

export function traceText({ trace, report }: RecordedRun): string {
  const { sandboxes, ...head } = trace;
  const { findings, ...others } = report;
  const lines: readonly TraceLine[] = [
    { kind: "trace", ...head },
    ...sandboxes.flatMap(({ jobs, exchanges, ...others }): readonly TraceLine[] => [
      { kind: "sandbox", ...others },
      ...jobs.map((job) => ({ kind: "job", ...job }) as const),
      ...exchanges.map((exchange) => ({ kind: "exchange", exchange }) as const),
    ]),
    ...findings.map((finding) => ({ kind: "finding", finding }) as const),
    { kind: "report", report: others },
  ];
  return lines.map((line) => `${JSON.stringify(line)}\n`).join("");
}

/** Reads a trace file. Throws a RangeError with the location of the problem. */
export function readTrace(text: string): RecordedRun {
  return atOnce(readTraceLines([text]));
}

/**
 * Reads a trace file from parts that contain whole lines. Yields after each line so that the caller
 * can pause, because a long trace takes a while. Throws a RangeError with the location of the
 * problem.
 */
export function* readTraceLines(parts: Iterable<string>): Generator<undefined, RecordedRun> {
  const lines = linesOf(parts);
  const head = parseLine(lines.next().value ?? "", 0);
  if (head.kind !== "trace" || head.format !== 1)
    throw new RangeError("the first line is not the header of a trace with `format` 1");
  const sandboxes: TracedSandbox[] = [];
  let jobs: TracedJob[] = [];
  let exchanges: TracedSandbox["exchanges"][number][] = [];
  const findings: Finding[] = [];
  let report: Report | undefined;
  let index = 0;
  for (const text of lines) {
    const line = parseLine(text, ++index);
    const hasSandbox = sandboxes.length > 0;
    if (line.kind === "sandbox") {
      const { kind: _, ...sandbox } = line;
      [jobs, exchanges] = [[], []];
      sandboxes.push({ ...sandbox, jobs, exchanges });
    } else if (line.kind === "finding") findings.push(line.finding);
    else if (line.kind === "report") report = { ...line.report, findings };
    else if (line.kind === "job" && hasSandbox) {
      const { kind: _, ...job } = line;
      jobs.push(job);
    } else if (line.kind === "exchange" && hasSandbox) exchanges.push(line.exchange);
    else throw new RangeError(`line ${index + 1} is not part of a trace`);
    yield;
  }
  if (report === undefined) throw new RangeError("the report at its end is missing");
  const { kind: _, ...about } = head;
  return { trace: { ...about, sandboxes }, report };
}

function* linesOf(parts: Iterable<string>): Generator<string, undefined> {
  for (const part of parts) for (const line of part.split("\n")) if (line !== "") yield line;
}

/** batch-sim wrote the file, so a line of a known kind has that kind's keys. */
function parseLine(line: string, index: number): TraceLine {
  const value = parseJson(line);
  if (isJsonObject(value)) return value as unknown as TraceLine;
  throw new RangeError(`line ${index + 1} is not a JSON object`);
}
