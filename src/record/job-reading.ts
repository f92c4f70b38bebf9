import { defined } from "../core/defined.ts";
import { JOB_STATES, type JobState } from "../core/job/state.ts";
import type { JsonValue } from "../core/json.ts";
import type { Instant } from "../core/time.ts";
import type { Operation } from "../spec/operation.ts";
import { type ReadValue, readResponse } from "../spec/read-response.ts";
import type { Spec } from "../spec/spec.ts";
import type { RawCall } from "./raw-call.ts";

export type JobReading = {
  readonly jobId: string;
  /** Times of the request and the response: the service read the job between `at` and `until`. */
  readonly at: Instant;
  readonly until: Instant;
  readonly state?: JobState;
  readonly numRows?: number;
  readonly rowsDone?: number;
  readonly rowsFailed?: number;
  readonly failureReason?: string;
  /** Times that the service states, in milliseconds since the job's creation. */
  readonly statedMs: Readonly<Partial<Record<JobState | "ended", number>>>;
};

/** Reads a job's state and progress from a response's values. Empty if the job's ID is unknown. */
export function jobReadingOf(
  spec: Spec,
  values: readonly ReadValue[],
  { raw, named }: { readonly raw: RawCall; readonly named: unknown },
): readonly JobReading[] {
  const byName = new Map(values.map(({ name, value }) => [plainName(name), value]));
  const jobId = byName.get("jobId") ?? named;
  if (typeof jobId !== "string") return [];
  const numberAt = (name: string): number | undefined => {
    // Google's APIs write integers as strings.
    const value = Number.parseInt(String(byName.get(name)), 10);
    return Number.isNaN(value) ? undefined : value;
  };
  const [succeeded, rowsFailed] = [numberAt("counts.succeeded"), numberAt("counts.errored")];
  const counted = succeeded === undefined ? undefined : succeeded + (rowsFailed ?? 0);
  const reason = byName.get("failureReason");
  return [
    defined({
      ...{ jobId, at: raw.at, until: raw.until, statedMs: statedIn(byName) },
      state: stateOf(spec, byName.get("state")),
      ...{ numRows: numberAt("numRows"), rowsDone: numberAt("rowsCompleted") ?? counted },
      ...{ rowsFailed, failureReason: typeof reason === "string" ? reason : undefined },
    }),
  ];
}

/** Chooses the most likely state if several states have this name in responses. */
function stateOf(spec: Spec, name: JsonValue | undefined): JobState | undefined {
  if (typeof name !== "string") return undefined;
  const named = JOB_STATES.filter(
    (state) => spec.hasState(state) && spec.wireState(state) === name,
  );
  return (["running", "succeeded"] as const).find((state) => named.includes(state)) ?? named[0];
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

function statedIn(byName: ReadonlyMap<string, JsonValue>): JobReading["statedMs"] {
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

/** A name in a template, without the prefix `job.`. */
export function plainName(name: string): string {
  return name.replace(/^\w+\.(?=\w)/, (owner) => (owner === "job." ? "" : owner));
}
