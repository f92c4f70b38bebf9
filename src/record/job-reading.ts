import { defined } from "../core/defined.ts";
import { JOB_STATES, type JobState } from "../core/job/state.ts";
import type { JsonValue } from "../core/json.ts";
import { asObjects } from "../spec/document-place.ts";
import type { Operation } from "../spec/operation.ts";
import { type ReadValue, readResponse } from "../spec/read-response.ts";
import type { Spec } from "../spec/spec.ts";
import type { RawCall } from "./raw-call.ts";

export type JobReading = ReturnType<typeof jobReadingOf>[number];

/** Reads a job's state and progress from a response's values. Empty if the job's ID is unknown. */
export function jobReadingOf(
  spec: Spec,
  values: readonly ReadValue[],
  call: { readonly raw: RawCall; readonly named: unknown },
) {
  const byName = new Map(values.map(({ name, value }) => [plainName(name), value]));
  const jobId = byName.get("jobId") ?? call.named;
  if (typeof jobId !== "string") return [];
  const numberAt = (name: string): number | undefined => {
    // Google's APIs write integers as strings.
    const value = Number.parseInt(String(byName.get(name)), 10);
    return Number.isNaN(value) ? undefined : value;
  };
  const named = JOB_STATES.filter(
    (state) => spec.hasState(state) && spec.wireState(state) === byName.get("state"),
  );
  const likely: JobState[] = ["running"];
  if (numberAt("counts.canceled")) likely.push("cancelled");
  if (numberAt("counts.expired")) likely.push("expired");
  const state = [...likely, "succeeded" as const].find((each) => named.includes(each)) ?? named[0];
  const succeeded = numberAt("counts.succeeded");
  // A failed job's unfinished rows count as errors, too.
  const rowsFailed = state === "failed" ? 0 : numberAt("counts.errored");
  const counted = succeeded === undefined ? undefined : succeeded + (rowsFailed ?? 0);
  // A message about a line may quote the client's data.
  const problem = asObjects(byName.get("problems")).find(({ line }) => !line);
  const reason = byName.get("failureReason") ?? problem?.["message"];
  return [
    defined({
      ...{ jobId, at: call.raw.at, until: call.raw.until, statedMs: statedIn(byName), state },
      ...{ numRows: numberAt("numRows"), rowsDone: numberAt("rowsCompleted") ?? counted },
      // A scenario's reasons are single lines.
      failureReason: typeof reason === "string" ? reason.replaceAll(/[\r\n]+/g, " ") : undefined,
      rowsFailed,
    }),
  ];
}

const STATED: Readonly<Record<string, JobState | "ended">> = {
  addedAt: "queued",
  startedAt: "starting",
  runningAt: "running",
  finalizingAt: "finalizing",
  completedAt: "ended",
  succeededAt: "ended",
  failedAt: "ended",
  expiredAt: "ended",
  canceledAt: "ended",
};

function statedIn(
  byName: ReadonlyMap<string, JsonValue>,
): Readonly<Partial<Record<JobState | "ended", number>>> {
  const createdAt = instantOf(byName.get("createdAt"));
  if (createdAt === undefined) return {};
  const stated = Object.entries(STATED).flatMap(([name, event]) => {
    const instant = instantOf(byName.get(name));
    return instant === undefined ? [] : [[event, instant - createdAt] as const];
  });
  return Object.fromEntries(stated);
}

function instantOf(value: JsonValue | undefined): number | undefined {
  // Numeric times are whole seconds, which is not precise enough.
  if (typeof value !== "string") return undefined;
  const instant = Date.parse(value);
  return Number.isNaN(instant) ? undefined : instant;
}

/** The state's name in a response; undefined if the response doesn't have one. */
export function stateNameIn({ response }: Operation, body: JsonValue): JsonValue | undefined {
  const { values } = readResponse(response, body);
  return values.find(({ name }) => plainName(name) === "state")?.value;
}

/** Whether a view of a job has rows or names a file with rows, so that the job must have ended. */
export function hasResultsIn({ response }: Operation, body: JsonValue): boolean {
  const { values } = readResponse(response, body);
  // An active job may have an empty list or an empty ID.
  const full = values.filter(({ value }) => String(value) !== "");
  return full.some(({ name }) => name === "job.lines" || name === "job.outputFileId");
}

/** A name in a template, without the prefix `job.`. */
export function plainName(name: string): string {
  return name.replace(/^\w+\.(?=\w)/, (owner) => (owner === "job." ? "" : owner));
}
