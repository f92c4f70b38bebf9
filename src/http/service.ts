import type { Request, Response } from "express";
import { ApiError, invalidRequest } from "../core/errors.ts";
import type { Firing } from "../core/firing.ts";
import { viewAt } from "../core/job/view.ts";
import { readsBody } from "../core/select-fault.ts";
import type { Instant } from "../core/time.ts";
import type { Answer } from "../engine/answer.ts";
import { lifeOf, seenAt } from "../engine/life.ts";
import { USE_CASES } from "../engine/use-cases.ts";
import type { Job, Lag, Services } from "../engine/world.ts";
import type { Operation } from "../spec/operation.ts";
import type { Spec } from "../spec/spec.ts";
import { closeSignal } from "./close-signal.ts";
import type { Handling } from "./faults/fault-play.ts";
import { playFault } from "./faults/play-fault.ts";
import type { Identity } from "./identify.ts";
import { injectFault } from "./inject.ts";
import { movePollClock } from "./move-poll-clock.ts";
import { noteAnswer, noteError, noteFault, noteSent } from "./note-conduct.ts";
import { once } from "./once.ts";
import type { Recorder } from "./recorder.ts";
import type { Reply } from "./reply.ts";
import { atRealRows, type RequestBody, readBody } from "./request-body.ts";
import type { Route } from "./route.ts";
import { sending, type Transmission } from "./transmission.ts";
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

/** A request whose operation is known, with the job that it names. */
type Named = Passage & {
  readonly route: Route;
  readonly jobId: string | undefined;
  readonly job: Job | undefined;
};

type ReadBody = () => Promise<RequestBody>;

/** What a client is sent, and the instant that it is of. */
export type Outcome = { readonly transmission: Transmission; readonly at: Instant };

/** Steps 3 to 8 of a request: inject, authenticate, validate, act, and map what came of it to a reply. */
export class Service {
  readonly #parts: ServiceParts;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
  }

  async answer(passage: Passage): Promise<Outcome> {
    const { identity, recorder } = passage;
    const { spec, route, now } = identity;
    if (route instanceof ApiError) {
      noteError(recorder, route);
      return { transmission: sending(errorReply(spec, route)), at: now };
    }
    const { operation } = route;
    recorder.notes.operationId = operation.operationId;
    const read = once(() => this.#readBody(passage, route));
    const outcome = await this.#faulted(await this.#nameJob(passage, route, read), read);
    const { transmission } = outcome;
    const status = transmission.kind === "sending" ? transmission.reply.status : 0;
    noteAnswer(recorder, spec, { operation, status });
    return outcome;
  }

  /** Finds the job that the request names, and waits until its inputs have been read: any view of it needs that. */
  async #nameJob(passage: Passage, route: Route, read: ReadBody): Promise<Named> {
    const { req, identity, recorder } = passage;
    // What is wrong with a body is said when it is its turn, after faults and keys.
    const early = route.operation.namesJobInBody ? await read().catch(() => undefined) : undefined;
    const parts = {
      path: route.pathParams,
      query: req.query,
      header: req.headers,
      body: early?.body,
    };
    const jobId = route.operation.fieldsOf(parts)["jobId"];
    if (typeof jobId !== "string") return { ...passage, route, jobId: undefined, job: undefined };
    const job = identity.sandbox.store.job(jobId);
    await job?.ready;
    recorder.notes.jobId = jobId;
    return { ...passage, route, jobId, job };
  }

  /** 3. Inject, before anything else: an outage does not care who asks. */
  async #faulted(named: Named, read: ReadBody): Promise<Outcome> {
    const { req, identity, route } = named;
    const { operationId } = route.operation;
    let firing: Firing | undefined;
    try {
      const wantsBody = readsBody(identity.sandbox.scenario.faults, operationId);
      const body = wantsBody ? (await read().catch(() => undefined))?.body : undefined;
      const injection = { ...named, operationId, body, matches: this.#parts.services.matches };
      firing = injectFault(req, identity, injection);
      if (firing !== undefined) return await this.#played(named, firing, read);
      return { transmission: sending(await this.#served(named, read)), at: identity.now };
    } finally {
      movePollClock(named, firing);
    }
  }

  async #played(named: Named, firing: Firing, read: ReadBody): Promise<Outcome> {
    const { identity, recorder, res } = named;
    const closed = closeSignal(res);
    let at = identity.now;
    const serve = async (handling: Handling): Promise<Reply | undefined> => {
      const { delayMs, times = 1, behindMs, isJobHidden } = handling;
      const late =
        delayMs === undefined ? named : await this.#later({ named, read }, delayMs, closed);
      if (closed.aborted) return undefined;
      at = late.identity.now;
      const lag = { behindMs, hiddenJobId: isJobHidden === true ? named.jobId : undefined };
      for (let turn = 1; turn < times; turn++) await this.#served(late, read, lag);
      return this.#served(late, read, lag);
    };
    const stage = {
      closed,
      retryAfterSeconds: (waitMs: number) => identity.sandbox.clock.retryAfterSeconds(waitMs),
      errorReply: (error: ApiError) => errorReply(identity.spec, error),
    };
    // A client that goes away meanwhile closes the record: the fault is known before it has done anything.
    recorder.notes.fault = firing.rule.name;
    noteFault(recorder, firing.rule.fault.kind);
    const { transmission, isShaped } = await playFault(firing, stage, serve);
    if (!isShaped) {
      identity.sandbox.takeBack(firing);
      delete recorder.notes.fault;
      noteFault(recorder, undefined);
    }
    return { transmission, at };
  }

  /** The same request as it is when a delay is over: the service sees it then for the first time. */
  async #later(
    { named, read }: { readonly named: Named; readonly read: ReadBody },
    delayMs: number,
    closed: AbortSignal,
  ): Promise<Named> {
    const { identity, route } = named;
    const { clock } = identity.sandbox;
    await clock.waitUntil(identity.now + delayMs, closed);
    return this.#nameJob({ ...named, identity: { ...identity, now: clock.now() } }, route, read);
  }

  async #served(named: Named, read: ReadBody, lag?: Lag): Promise<Reply> {
    const { identity, route, recorder } = named;
    const { spec, now } = identity;
    try {
      this.#admit(identity, route.operation);
      const body = await read();
      noteSent(recorder, spec, { operation: route.operation, req: named.req, body });
      await this.#validate(named, body);
      const answer = await this.#act(named, body, lag);
      // A job that this call created is in no path: the journal learns its ID from the answer.
      if (answer.kind === "view" && typeof answer.view["jobId"] === "string")
        recorder.notes.jobId = answer.view["jobId"];
      return answerReply(spec, route.operation, answer);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noteError(recorder, error);
      return errorReply(spec, error);
    } finally {
      if (named.job !== undefined) {
        const seen = seenAt({ now, lag }, named.job);
        recorder.notes.jobState = viewAt(lifeOf(named.job), seen).state;
      }
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

  #readBody({ req, identity, recorder }: Passage, { operation }: Route): Promise<RequestBody> {
    return readBody(req, {
      operation,
      maxBytes: this.#parts.maxBodyBytes,
      isEncodingRefused: identity.spec.assumptions["content-encoding"] === "refused",
      record: (body) => recorder.request(body),
    });
  }

  /** 5. Validate against the document; all problems in one answer. */
  async #validate({ req, res, identity, route }: Named, body: RequestBody): Promise<void> {
    const validator = await this.#parts.validatorOf(identity.spec);
    // The validator fills in defaults, and what was not sent must not look as if it was.
    req.body = structuredClone(body.body);
    const found = await validator(req, res, route);
    const problems = atRealRows(found, route.operation, body);
    if (problems.length > 0) throw invalidRequest(problems);
  }

  /** 6. and 7. Map the request to the fields of its use case, and let that act. */
  async #act(
    { req, res, identity, route }: Named,
    body: RequestBody,
    lag: Lag | undefined,
  ): Promise<Answer> {
    const { sandbox, scenario, spec, now } = identity;
    const { operation, pathParams } = route;
    const useCase = USE_CASES[operation.use];
    if (useCase === undefined)
      throw new RangeError(`Expected a use case, got \`${operation.use}\`.`);
    const call = {
      fields: operation.fieldsOf({
        path: pathParams,
        query: req.query,
        header: req.headers,
        body: body.body,
      }),
      body: body.body ?? null,
      requestDigest: body.digest,
      ...(body.rows === undefined ? {} : { rows: body.rows }),
      files: body.files,
      wireName: operation.wireName,
      closed: () => closeSignal(res),
    };
    const { services } = this.#parts;
    return await useCase({ sandbox, scenario, rules: spec, services, now, lag }, call);
  }
}
