import type { Request, Response } from "express";
import type { Job } from "../../engine/world.ts";
import type { Recorder } from "../recorder.ts";
import type { Identity } from "./identify.ts";
import type { RequestBody } from "./request-body.ts";
import type { Route } from "./route.ts";

/** One request under way. */
export type Passage = {
  readonly req: Request;
  readonly res: Response;
  readonly identity: Identity;
  readonly recorder: Recorder;
};

/** One whose operation is known; `read` reads its body, once, however often it is called. */
export type RoutedPassage = Passage & {
  readonly route: Route;
  readonly read: () => Promise<RequestBody>;
};

/** One with the job that it names; undefined where it names none, or one that does not exist. */
export type NamedPassage = RoutedPassage & {
  readonly jobId: string | undefined;
  readonly job: Job | undefined;
};

/** Finds the job that a request names, and waits until its inputs have been read, which every view of it needs. */
export async function nameJob(passage: RoutedPassage): Promise<NamedPassage> {
  const { req, identity, recorder, route, read } = passage;
  // What is wrong with a body is said when it is its turn, after faults and keys.
  const early = route.operation.namesJobInBody ? await read().catch(() => undefined) : undefined;
  const parts = {
    path: route.pathParams,
    query: req.query,
    header: req.headers,
    body: early?.body,
  };
  const jobId = route.operation.fieldsOf(parts)["jobId"];
  if (typeof jobId !== "string") return { ...passage, jobId: undefined, job: undefined };
  const job = identity.sandbox.store.job(jobId);
  await job?.ready;
  recorder.notes.jobId = jobId;
  return { ...passage, jobId, job };
}
