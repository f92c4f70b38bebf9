import type { Request } from "express";
import { ApiError, invalidRequest } from "../core/errors.ts";
import { viewAt } from "../core/job/view.ts";
import { copyJson } from "../core/json.ts";
import type { Answer } from "../engine/answer.ts";
import { seenAt } from "../engine/life.ts";
import { useCaseOf } from "../engine/use-cases.ts";
import type { Lag, Services } from "../engine/world.ts";
import type { Spec } from "../spec/spec.ts";
import { answerReply } from "./reply/answer-reply.ts";
import { closeSignal } from "./reply/close-signal.ts";
import { errorReply } from "./reply/error-reply.ts";
import { headOf, type Reply } from "./reply/reply.ts";
import { admit } from "./request/admit.ts";
import type { Identity } from "./request/identify.ts";
import { noteError, notePart, noteSent } from "./request/note-conduct.ts";
import { originOf } from "./request/origin.ts";
import { fieldsOf, type NamedPassage } from "./request/passage.ts";
import { atRealRows, type RequestBody } from "./request/request-body.ts";
import type { Validator } from "./request/validator.ts";

/** Dependencies of a `Handler`. */
export type HandlerParts = {
  readonly validatorOf: (spec: Spec) => Validator;
  readonly services: Services;
};

/** Authenticates and validates a request, acts, and renders the answer. */
export class Handler {
  readonly #parts: HandlerParts;

  constructor(parts: HandlerParts) {
    this.#parts = parts;
  }

  /** The reply to a request, including the service's errors; other failures are thrown. */
  async reply(named: NamedPassage, lag?: Lag): Promise<Reply> {
    const { identity, route, recorder } = named;
    const { spec, now } = identity;
    try {
      admit(identity, route.operation);
      const reading = named.read();
      const body = reading instanceof Promise ? await reading : reading;
      noteSent(recorder, spec, { operation: route.operation, req: named.req, body });
      const checking = this.#problemsIn(named, body);
      const found = checking instanceof Promise ? await checking : checking;
      if (found.length > 0) throw invalidRequest(atRealRows(found, route.operation, body));
      const acting = this.#act(named, body, lag);
      const answer = acting instanceof Promise ? await acting : acting;
      // A job that this call created is in no path: the journal learns its ID from the answer.
      if (answer.kind === "view" && typeof answer.view["jobId"] === "string")
        recorder.notes.jobId = answer.view["jobId"];
      const reply = await answerReply({ spec, operation: route.operation, req: named.req }, answer);
      notePart(recorder, reply.part);
      return named.req.method === "HEAD" ? headOf(reply) : reply;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      noteError(recorder, error);
      return errorReply(spec, error);
    } finally {
      if (named.job !== undefined) {
        const seen = seenAt({ now, lag }, named.job);
        const timeline = identity.sandbox.timelines.of(named.job.jobId);
        recorder.notes.jobState = viewAt(timeline, seen).state;
      }
    }
  }

  /** Validates against the spec, and reports all problems in one response. */
  #problemsIn(
    { req, res, identity, route }: NamedPassage,
    body: RequestBody,
  ): ReturnType<Validator> {
    // The validator adds defaults, which must not look as if the client had sent them.
    req.body = body.body === undefined ? undefined : copyJson(body.body);
    return this.#parts.validatorOf(identity.spec)(req, res, route);
  }

  /** Maps the request to the fields of its use case, and runs it. */
  #act(named: NamedPassage, body: RequestBody, lag: Lag | undefined): Answer | Promise<Answer> {
    const { req, res, identity, route } = named;
    const { sandbox, scenario, spec, now } = identity;
    const { operation } = route;
    const { services } = this.#parts;
    const call = {
      fields: fieldsOf(named, body.body),
      method: req.method,
      baseUrl: baseUrlOf(req, identity) ?? services.server().baseUrl,
      body: body.body ?? null,
      requestDigest: body.digest,
      rowText: operation.rowText,
      ...(body.rows === undefined ? {} : { rows: body.rows }),
      files: body.files,
      wireName: operation.wireName,
      closed: () => closeSignal(res),
    };
    const world = { sandbox, scenario, rules: spec, services, now, lag };
    return useCaseOf(operation.use).act(world, call);
  }
}

/** The base URL as the client knows it; undefined if the client used another of the server's addresses. */
function baseUrlOf(req: Request, { address }: Identity): string | undefined {
  const origin = address.serves.includes("base") ? originOf(req) : undefined;
  return origin === undefined ? undefined : origin + address.basePath;
}
