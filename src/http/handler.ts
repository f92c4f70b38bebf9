import { andThen, orElse } from "../core/and-then.ts";
import { counted } from "../core/counted.ts";
import { ApiError, invalidRequest } from "../core/errors.ts";
import { takeToken } from "../core/fault-rule.ts";
import { jobStateAt } from "../core/job/view.ts";
import type { Reply } from "../core/reply.ts";
import type { Answer, Lag } from "../engine/call-context.ts";
import { prepareTimelines } from "../engine/in-slices.ts";
import { useCaseOf } from "../engine/use-cases.ts";
import { asObject } from "../spec/document-place.ts";
import type { Operation } from "../spec/operation.ts";
import type { Spec } from "../spec/spec.ts";
import { answerReply } from "./reply/answer-reply.ts";
import { closeSignal } from "./reply/close-signal.ts";
import { errorReply, errorSourceOf } from "./reply/error-reply.ts";
import { headOf } from "./reply/write-reply.ts";
import { type Identity, serverSeenBy } from "./request/identify.ts";
import { fieldsOf, type JobCall, type RequestBody } from "./request/incoming-call.ts";
import { fieldProblems } from "./request/problem-message.ts";
import { recordError, recordSent } from "./request/record-conduct.ts";
import { atRealRows, type BodyParts } from "./request/request-body.ts";
import type { Validator } from "./request/validator.ts";

export type HandlerParts = BodyParts & { readonly validatorOf: (spec: Spec) => Validator };

/** Handles a request, synchronously if nothing has to wait. Rethrows errors except API errors. */
export function handle(parts: HandlerParts, jobCall: JobCall, lag?: Lag): Reply | Promise<Reply> {
  const reply = orElse(
    () => replyTo(parts, jobCall, lag),
    // The journal shows the job's state even if the service rejects the request.
    (error) =>
      andThen(noteState(jobCall, lag), () => {
        if (!(error instanceof ApiError)) throw error;
        recordError(jobCall.recorder, error);
        return errorReply(errorSourceOf(jobCall), error);
      }),
  );
  return andThen(reply, (found) => andThen(noteState(jobCall, lag), () => found));
}

function noteState({ job, recorder, identity }: JobCall, lag?: Lag): void | Promise<void> {
  if (job === undefined) return undefined;
  const { sandbox, now } = identity;
  // Canceling a job can change all timelines, so they may have to be prepared again.
  return andThen(prepareTimelines(sandbox.timelines), () => {
    // If this instant is before the job's creation, `jobStateAt` returns the job's first state.
    const seen = lag?.stale?.isSeen ? now - lag.stale.behindMs : now;
    recorder.notes.jobState = jobStateAt(sandbox.timelines.of(job.jobId), seen);
  });
}

function replyTo(parts: HandlerParts, jobCall: JobCall, lag?: Lag): Reply | Promise<Reply> {
  const { identity, route } = jobCall;
  const { operation } = route;
  admit(identity, operation);
  return andThen(jobCall.read(), (body) => {
    recordSent(jobCall, body);
    const problems = parts.validatorOf(identity.spec)(jobCall, body.body);
    return andThen(problems, (found) => {
      if (found.length > 0) throw invalidRequest(atRealRows(found, operation, body));
      return andThen(act(parts, jobCall, body, lag), (answer) => replyWith(jobCall, answer));
    });
  });
}

function act(
  { services }: HandlerParts,
  jobCall: JobCall,
  body: RequestBody,
  lag: Lag | undefined,
): Answer | Promise<Answer> {
  const { req, res, identity, route } = jobCall;
  const { sandbox, scenario, spec, now } = identity;
  const { operation } = route;
  const useCase = useCaseOf(operation.use);
  const fields = fieldsOf(jobCall, body.body);
  const problems = fieldProblems(useCase.fields, fields, operation.wireName);
  if (problems.length > 0) throw invalidRequest(problems);
  const call = {
    fields,
    method: req.method,
    server: () => serverSeenBy(req, identity, services.server()),
    body: body.body ?? null,
    requestDigest: body.digest,
    places: operation.places,
    rows: body.rows,
    files: body.files,
    wireName: operation.wireName,
    reads: operation.reads,
    closed: () => closeSignal(res),
  };
  const context = { sandbox, scenario, rules: spec, services, now, lag };
  return useCase.act(context, call);
}

function replyWith(jobCall: JobCall, answer: Answer): Reply | Promise<Reply> {
  const { req, recorder } = jobCall;
  // The path of a create request has no job ID, so the journal takes the ID from the answer.
  if (answer.kind === "view") {
    const { jobId, job } = answer.view;
    if (typeof jobId === "string") recorder.notes.jobId = jobId;
    if (Array.isArray(asObject(job)["lines"])) recorder.notes.conduct.hasRows = true;
    recorder.uploaded = answer.uploaded;
  }
  return andThen(answerReply(jobCall, answer), (reply) => {
    if (reply.part !== undefined) recorder.notes.conduct.part = reply.part;
    return req.method === "HEAD" ? headOf(reply) : reply;
  });
}

/** Throws an ApiError if the key is not accepted, or its requests exceed the assumed rate limit. */
function admit({ keyError, sandbox, spec, now }: Identity, operation: Operation): void {
  if (!operation.isSecured) return;
  if (keyError !== undefined) throw keyError;
  const limit = spec.assumptions["rate-limit"];
  if (typeof limit !== "number") return;
  // `takeToken` counts thousandths of a token here, but the event counts tokens.
  const { rate } = sandbox.state;
  const before = rate && { credit: rate.tokens * 1000, at: rate.at };
  const { bucket, waitMs } = takeToken(before, { requests: limit, perMs: 1000 }, now);
  sandbox.record({ kind: "rateCounted", level: { tokens: bucket.credit / 1000, at: now } });
  if (waitMs === 0) return;
  const seconds = sandbox.clock.retryAfterSeconds(waitMs);
  const message = `The rate limit of ${counted(limit, "request")} per second for this key was exceeded. Retry after ${seconds} s.`;
  throw new ApiError("rate-limited", message, { headers: { "retry-after": String(seconds) } });
}
