import type { Request, Response } from "express";
import { ApiError, invalidRequest } from "../core/errors.ts";
import type { FaultRule } from "../core/fault.ts";
import { viewAt } from "../core/job/view.ts";
import { readsBody } from "../core/select-fault.ts";
import type { Answer } from "../engine/answer.ts";
import { lifeOf, nextChangeOf } from "../engine/life.ts";
import { POLLS, USE_CASES } from "../engine/use-cases.ts";
import type { Job, Services } from "../engine/world.ts";
import type { Operation } from "../spec/operation.ts";
import type { Spec } from "../spec/spec.ts";
import { faultReply } from "./fault-reply.ts";
import type { Identity } from "./identify.ts";
import { injectFault } from "./inject.ts";
import type { Recorder } from "./recorder.ts";
import type { Reply } from "./reply.ts";
import { atRealRows, type RequestBody, readBody } from "./request-body.ts";
import type { Route } from "./route.ts";
import type { Validator } from "./validator.ts";
import { answerReply } from "./wire/answer-reply.ts";
import { errorReply } from "./wire/error-reply.ts";

/** What serving a request needs. */
export type ServiceParts = {
  readonly validatorOf: (spec: Spec) => Promise<Validator>;
  readonly services: Services;
  readonly maxBodyBytes: number;
};

/** One request under way. */
export type Passage = {
  readonly req: Request;
  readonly res: Response;
  readonly identity: Identity;
  readonly recorder: Recorder;
};

/** A request whose operation is known, with the job that it names in its path. */
type Named = Passage & {
  readonly route: Route;
  readonly jobId: string | undefined;
  readonly job: Job | undefined;
};

/** Steps 3 to 8 of a request: inject, authenticate, validate, act, and map what came of it to a reply. */
export class Service {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async answer(passage: Passage): Promise<Reply> {
    const { identity, recorder } = passage;
    const { spec, route } = identity;
    if (route instanceof ApiError) return errorReply(spec, route);
    recorder.notes.operationId = route.operation.operationId;
    const named = await this.#nameJob(passage, route);
    try {
      return await this.#faulted(named);
    } finally {
      this.#afterPoll(named);
    }
  }

  /** Finds the job that the path names, and waits until its inputs have been read: any view of it needs that. */
  async #nameJob(passage: Passage, route: Route): Promise<Named> {
    const { req, identity, recorder } = passage;
    const early = { path: route.pathParams, query: req.query, header: req.headers, body: {} };
    const jobId = route.operation.fieldsOf(early)["jobId"];
    if (typeof jobId !== "string") return { ...passage, route, jobId: undefined, job: undefined };
    const job = identity.sandbox.store.job(jobId);
    await job?.ready;
    recorder.notes.jobId = jobId;
    return { ...passage, route, jobId, job };
  }

  /** 3. Inject, before anything else: an outage does not care who asks. */
  async #faulted(named: Named): Promise<Reply> {
    const { req, identity, route, recorder } = named;
    const { operationId } = route.operation;
    const wantsBody = readsBody(identity.sandbox.scenario.faults, operationId);
    const early = wantsBody ? await this.#readBody(named).catch(asError) : undefined;
    const body = early === undefined || early instanceof Error ? undefined : early.body;
    const injection = { ...named, operationId, body, matches: this.#parts.services.matches };
    const rule = injectFault(req, identity, injection);
    if (rule?.phase === "request") return fire(rule, recorder);
    const reply = await this.#served(named, early);
    return rule === undefined ? reply : fire(rule, recorder);
  }

  async #served(named: Named, early: RequestBody | Error | undefined): Promise<Reply> {
    const { identity, route, recorder } = named;
    const { spec } = identity;
    try {
      this.#admit(identity, route.operation);
      if (early instanceof Error) throw early;
      const body = early ?? (await this.#readBody(named));
      await this.#validate(named, body);
      const answer = await this.#act(named, body);
      // A job that this call created is in no path: the journal learns its ID from the answer.
      if (answer.kind === "view" && typeof answer.view["jobId"] === "string")
        recorder.notes.jobId = answer.view["jobId"];
      return answerReply(spec, route.operation, answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      recorder.notes.problems = error.problems;
      return errorReply(spec, error);
    } finally {
      if (named.job !== undefined)
        recorder.notes.jobState = viewAt(lifeOf(named.job), identity.now).state;
    }
  }

  /** 5. Authenticate, and hold the key to its rate (assumption `rate-limit`). */
  #admit({ keyError, sandbox, spec, now }: Identity, operation: Operation): void {
    if (!operation.isSecured) return;
    if (keyError !== undefined) throw keyError;
    const limit = spec.assumptions["rate-limit"];
    if (typeof limit !== "number") return;
    const waitMs = sandbox.rate.admit(now, limit);
    if (waitMs === 0) return;
    const seconds = sandbox.clock.retryAfterSeconds(waitMs);
    throw new ApiError(
      "rate-limited",
      `More than ${limit} requests a second with this key. Retry after ${seconds} s.`,
      {
        headers: { "retry-after": String(seconds) },
      },
    );
  }

  #readBody({ req, recorder, route }: Named): Promise<RequestBody> {
    const options = { operation: route.operation, maxBytes: this.#parts.maxBodyBytes };
    return readBody(req, recorder.request(req), options);
  }

  /** 5. Validate against the document; all problems in one answer. */
  async #validate({ req, res, identity, route }: Named, body: RequestBody): Promise<void> {
    const validator = await this.#parts.validatorOf(identity.spec);
    req.body = body.body;
    const found = await validator(req, res, route);
    const problems = atRealRows(found, route.operation, body);
    if (problems.length > 0) throw invalidRequest(problems);
  }

  /** 6. and 7. Map the request to the fields of its use case, and let that act. */
  async #act({ req, res, identity, route }: Named, body: RequestBody): Promise<Answer> {
    const { sandbox, spec, now } = identity;
    const { operation, pathParams } = route;
    const useCase = USE_CASES[operation.use];
    if (useCase === undefined)
      throw new RangeError(`Expected a use case, got \`${operation.use}\`.`);
    const call = {
      fields: operation.fieldsOf({
        path: pathParams,
        query: req.query,
        header: req.headers,
        body: req.body,
      }),
      body: body.body ?? null,
      requestDigest: body.digest,
      ...(body.rows === undefined ? {} : { rows: body.rows }),
      files: body.files,
      wireName: operation.wireName,
      closed: () => closeSignal(res),
    };
    return await useCase({ sandbox, rules: spec, services: this.#parts.services, now }, call);
  }

  /** On a `poll` clock, asking how a job is moves the time, whatever the answer was: nothing may wait for ever. */
  #afterPoll({ identity, route, job, recorder }: Named): void {
    const { sandbox, now } = identity;
    if (sandbox.clock.spec.mode !== "poll") return;
    const { use } = route.operation;
    const isEarly =
      use === "getResults" &&
      (job === undefined || !isReady(job, now) || recorder.notes.fault !== undefined);
    if (!POLLS.has(use) && !isEarly) return;
    sandbox.clock.poll(job === undefined ? undefined : nextChangeOf(job, now));
  }
}

function isReady(job: Job, now: number): boolean {
  return viewAt(lifeOf(job), now).results.kind === "ready";
}

function fire(rule: FaultRule, recorder: Recorder): Reply {
  recorder.notes.fault = rule.name;
  return faultReply(rule.fault);
}

/** Made only where it is asked for: most requests are answered before their client could go away. */
function closeSignal(res: Response): AbortSignal {
  const controller = new AbortController();
  res.once("close", () => controller.abort());
  return controller.signal;
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
