import type { Request, Response } from "express";
import type { JsonValue } from "../../core/json.ts";
import type { FieldsOfRequest } from "../../spec/request-map.ts";
import type { RequestParts } from "../../spec/request-place.ts";
import type { StoredJob } from "../../state/stored-job.ts";
import type { Recorder } from "../recorder.ts";
import type { Identity } from "./identify.ts";
import { once } from "./once.ts";
import type { RequestBody } from "./request-body.ts";
import type { Route } from "./route.ts";

/** A request in progress. */
export type Passage = {
  readonly req: Request;
  readonly res: Response;
  readonly identity: Identity;
  readonly recorder: Recorder;
};

/** A request whose operation is known. */
export type RoutedPassage = Passage & {
  readonly route: Route;
  /** Reads the body, once for all callers. */
  readonly read: () => Promise<RequestBody>;
  /** Maps the request, with its body, to the fields of the use case, once for all callers. */
  readonly fields: () => Promise<FieldsOfRequest>;
};

/** A request with the job that it names; undefined if it names none, or one that doesn't exist. */
export type NamedPassage = RoutedPassage & {
  /** The results format that it asks for; undefined if it doesn't ask for results. */
  readonly format: string | undefined;
  readonly jobId: string | undefined;
  readonly job: StoredJob | undefined;
};

/** Makes the passage of a request to its operation; `readBody` reads the body. */
export function routePassage(
  passage: Passage,
  route: Route,
  readBody: () => Promise<RequestBody>,
): RoutedPassage {
  const read = once(readBody);
  const fields = once(async () => {
    const { body } = await read();
    return route.operation.fieldsOf(partsOf(passage.req, route, body));
  });
  return { ...passage, route, read, fields };
}

/**
 * Finds the job and the results format that a request names. Waits for a fetch in progress if its outcome can change what the job
 * is now or, on a clock that the request moves, when it changes next.
 */
export async function nameJob(passage: RoutedPassage): Promise<NamedPassage> {
  const { req, identity, recorder, route, read } = passage;
  // Problems with the body are reported later, after faults and keys.
  const early = route.operation.isNamedInBody ? await read().catch(() => undefined) : undefined;
  const parts = partsOf(req, route, early?.body);
  const jobId = route.operation.jobIdOf(parts);
  const asked = route.operation.formatOf(parts);
  const format = typeof asked === "string" ? asked : undefined;
  if (format !== undefined) recorder.notes.format = format;
  if (typeof jobId !== "string") return { ...passage, format, jobId: undefined, job: undefined };
  const { sandbox, now } = identity;
  const job = sandbox.state.jobs.get(jobId);
  if (job !== undefined) {
    const isMoved = sandbox.clock.spec.mode === "poll";
    await (isMoved
      ? sandbox.readings.untilNextChange(jobId, now)
      : sandbox.readings.of(jobId, now));
  }
  recorder.notes.jobId = jobId;
  return { ...passage, format, jobId, job };
}

function partsOf(req: Request, route: Route, body: JsonValue | undefined): RequestParts {
  return { path: route.pathParams, query: req.query, header: req.headers, body };
}
