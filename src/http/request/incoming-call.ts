import type { Request, Response } from "express";
import type { JsonValue } from "../../core/json.ts";
import type { JsonBody } from "../../input/json/parse-json-body.ts";
import type { UploadedFile } from "../../input/multipart/parse-multipart.ts";
import type { Operation } from "../../spec/operation.ts";
import type { FieldsOfRequest } from "../../spec/request-map.ts";
import type { RequestParts } from "../../spec/request-place.ts";
import type { StoredJob } from "../../state/sandbox-state.ts";
import type { Recorder } from "../recorder.ts";
import type { Identity } from "./identify.ts";
import type { Route } from "./route.ts";

export type IncomingCall = {
  readonly req: Request;
  readonly res: Response;
  readonly identity: Identity;
  readonly recorder: Recorder;
  /** ID of the exchange in the journal; undefined for the simulator's own pages. */
  readonly id: number | undefined;
};

export type RequestBody = Omit<JsonBody, "body"> & {
  /** The body to validate: the array of inputs may be shortened, and files are empty strings. */
  readonly body: JsonValue | undefined;
  readonly files?: readonly UploadedFile[] | undefined;
};

/** A request whose operation is known. */
export type RoutedCall = IncomingCall & {
  readonly route: Route;
  /** Reads the body, once for all callers. */
  readonly read: () => RequestBody | Promise<RequestBody>;
};

/** `job` is undefined if the request identifies no job, or one that doesn't exist. */
export type JobCall = RoutedCall & {
  /** The results format of the request; undefined if it doesn't request results. */
  readonly format: string | undefined;
  readonly jobId: string | undefined;
  readonly job: StoredJob | undefined;
};

/**
 * Finds a request's job and results format. Waits for a body that names the job, and for a fetch
 * that can change the job's current state or, on a `poll` clock, its next change.
 */
export function findJobOf(incoming: RoutedCall): JobCall | Promise<JobCall> {
  if (!incoming.route.operation.isNamedInBody) return findJobNamedIn(incoming, undefined);
  return readableBody(incoming).then((body) => findJobNamedIn(incoming, body));
}

/** Resolves with undefined if the body is unreadable; a later step reports the body's problems. */
export async function readableBody({ read }: RoutedCall): Promise<JsonValue | undefined> {
  try {
    return (await read()).body;
  } catch {
    return undefined;
  }
}

function findJobNamedIn(
  incoming: RoutedCall,
  body: JsonValue | undefined,
): JobCall | Promise<JobCall> {
  const { req, res, identity, recorder, id, route, read } = incoming;
  const parts = partsOf(req, route, body);
  const asked = route.operation.formatOf(parts);
  const format = typeof asked === "string" ? asked : undefined;
  if (format !== undefined) recorder.notes.format = recorder.hide(format);
  const named = route.operation.jobIdOf(parts);
  const jobId = typeof named === "string" ? named : undefined;
  if (jobId !== undefined) recorder.notes.jobId = recorder.hide(jobId);
  const { sandbox, now } = identity;
  const job = jobId === undefined ? undefined : sandbox.state.jobs.get(jobId);
  const found = { req, res, identity, recorder, id, route, read, format, jobId, job };
  if (job === undefined) return found;
  const pending =
    sandbox.clock.spec.mode === "poll"
      ? sandbox.readings.untilNextChange(job.jobId, now)
      : sandbox.readings.of(job.jobId, now);
  return pending === undefined ? found : pending.then(() => found);
}

export function fieldsOf({ req, route }: RoutedCall, body: JsonValue | undefined): FieldsOfRequest {
  return route.operation.fieldsOf(partsOf(req, route, body));
}

function partsOf(req: Request, route: Route, body: JsonValue | undefined): RequestParts {
  return { path: route.pathParams, query: queryOf(req), header: req.headers, body };
}

/** Skips an empty query, which Express would otherwise parse on each access. */
export function queryOf(req: Request): Request["query"] {
  return req.url.includes("?") ? req.query : {};
}

/** Numbers that some HTTP clients send instead of booleans. */
const SPELLINGS: Readonly<Record<string, string>> = { "1": "true", "0": "false" };

/** Normalizes the query's booleans (assumption `query-booleans`). Returns whether any changed. */
export function normalizeQueryBooleans(req: Request, { booleanQueryNames }: Operation): boolean {
  if (booleanQueryNames.length === 0) return false;
  const query: Record<string, unknown> = { ...req.query };
  let isChanged = false;
  for (const name of booleanQueryNames) {
    const value = query[name];
    if (typeof value !== "string") continue;
    const lower = value.toLowerCase();
    const spelled = SPELLINGS[lower] ?? lower;
    if (spelled === value || (spelled !== "true" && spelled !== "false")) continue;
    query[name] = spelled;
    isChanged = true;
  }
  // Express parses the query again on each access unless the property is replaced.
  if (isChanged)
    Object.defineProperty(req, "query", { value: query, writable: true, configurable: true });
  return isChanged;
}
