import { andThen } from "../core/and-then.ts";
import { ApiError } from "../core/errors.ts";
import type { Firing } from "../core/faults/firing.ts";
import { readsBody } from "../core/faults/select-fault.ts";
import type { Instant } from "../core/time.ts";
import type { FiredFault } from "../engine/fire-fault.ts";
import { prepareTimelines, whilePreparing } from "../engine/prepare-timelines.ts";
import { RowFile } from "../input/row-file.ts";
import { injectFault } from "./faults/inject.ts";
import { openFiring, untilSettled } from "./faults/open-firings.ts";
import { playFault, toClient } from "./faults/play-fault.ts";
import { type Serving, serving } from "./faults/serving.ts";
import { Handler, type HandlerParts } from "./handler.ts";
import { movePollClock } from "./move-poll-clock.ts";
import { closeSignal } from "./reply/close-signal.ts";
import { errorReply, ownErrorReply } from "./reply/error-reply.ts";
import type { Reply } from "./reply/reply.ts";
import { retryAfterMsOf } from "./reply/retry-after.ts";
import { sending, type Transmission } from "./reply/transmission.ts";
import { noteAnswer, noteAssumption, noteError, noteFault } from "./request/note-conduct.ts";
import {
  type NamedPassage,
  nameJob,
  type Passage,
  type RoutedPassage,
  readableBody,
  routePassage,
} from "./request/passage.ts";
import { normalizeQueryBooleans } from "./request/query-booleans.ts";
import { readBody } from "./request/request-body.ts";
import type { Route } from "./request/route.ts";

/** Dependencies of a `Service`. */
export type ServiceParts = HandlerParts & {
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
};

/** What a client is sent, and the instant that it reflects. */
export type Outcome = { readonly transmission: Transmission; readonly at: Instant };

/** Injects a fault, if one is due, and has the request handled before, within, or after it. */
export class Service {
  readonly #parts: ServiceParts;
  readonly #handler: Handler;

  constructor(parts: ServiceParts) {
    this.#parts = parts;
    this.#handler = new Handler(parts);
  }

  /** At once if nothing waits: neither a fault, nor a body, nor a job whose inputs are being fetched. */
  answer(passage: Passage): Outcome | Promise<Outcome> {
    const { identity, recorder } = passage;
    const { spec, route, now } = identity;
    if (route instanceof ApiError) {
      noteError(recorder, route);
      return { transmission: sending(errorReply(spec, route)), at: now };
    }
    const { operation } = route;
    recorder.notes.operationId = operation.operationId;
    const isLenient = spec.assumptions["query-booleans"] !== "strict";
    if (isLenient && normalizeQueryBooleans(passage.req, operation))
      noteAssumption(recorder, "query-booleans");
    const rowFile = new RowFile();
    const read = () => this.#readBody(passage, route, rowFile);
    const outcome = this.#outcomeOf(routePassage(passage, route, read));
    const noted = (found: Outcome): Outcome => {
      const { transmission } = found;
      const status = transmission.kind === "sending" ? transmission.reply.status : 0;
      noteAnswer(recorder, spec, { operation, status });
      return found;
    };
    // A body is never read at once, so only a pending outcome can have filled the file.
    if (!(outcome instanceof Promise)) return noted(outcome);
    return outcome.finally(() => rowFile.release()).then(noted);
  }

  #outcomeOf(routed: RoutedPassage): Outcome | Promise<Outcome> {
    return andThen(nameJob(routed), (named) => {
      const { timelines } = named.identity.sandbox;
      const preparing =
        named.job === undefined ? whilePreparing(timelines) : prepareTimelines(timelines);
      return andThen(preparing, () =>
        mayBeFaulted(named) ? this.#faulted(named) : this.#served(named),
      );
    });
  }

  #served(named: NamedPassage): Outcome | Promise<Outcome> {
    let outcome: Outcome | Promise<Outcome> | undefined;
    try {
      outcome = andThen(this.#handler.reply(named), (reply) => asIs(named, reply));
      return outcome instanceof Promise ? moveAfter(named, outcome) : outcome;
    } finally {
      if (!(outcome instanceof Promise)) move(named, outcome);
    }
  }

  /** Injects before authentication: an outage affects every caller. */
  async #faulted(named: NamedPassage): Promise<Outcome> {
    const { req, identity, route } = named;
    const { operationId } = route.operation;
    let fired: FiredFault | undefined;
    let outcome: Outcome | undefined;
    try {
      const wantsBody = readsBody(identity.scenario.faults, operationId);
      const body = wantsBody ? await readableBody(named) : undefined;
      const injection = { ...named, operationId, body, matches: this.#parts.services.matches };
      await untilSettled(identity.sandbox, operationId);
      fired = injectFault(req, identity, injection);
      if (fired === undefined) {
        outcome = asIs(named, await this.#handler.reply(named));
        return outcome;
      }
      const service = this.#servingOf(named);
      while (fired !== undefined && outcome === undefined) {
        const settle = openFiring(identity.sandbox, fired.firing.rule);
        try {
          outcome = await this.#played(named, fired.firing, service);
          if (outcome === undefined) fired = fired.passOn();
        } finally {
          settle();
        }
      }
      outcome ??= { transmission: toClient(await service.serve({})), at: service.at() };
      return outcome;
    } finally {
      movePollClock(named, { firing: fired?.firing, retryAfterMs: retryAfterMs(outcome) });
    }
  }

  #servingOf(named: NamedPassage): Serving {
    const closed = closeSignal(named.res);
    return serving(named, async (late, lag) => this.#handler.reply(late, lag), closed);
  }

  /** Undefined if the fault had nothing to change. */
  async #played(
    { identity, recorder, res }: NamedPassage,
    firing: Firing,
    { serve, at }: Serving,
  ): Promise<Outcome | undefined> {
    const stage = {
      closed: closeSignal(res),
      retryAfterSeconds: (waitMs: number) => identity.sandbox.clock.retryAfterSeconds(waitMs),
      errorReply: (error: ApiError) => errorReply(identity.spec, error),
      ownError: (code: string) => ownErrorReply(identity.spec, code),
    };
    // A client that disconnects closes the record, so the fault is noted before it acts.
    recorder.notes.fault = firing.rule.name;
    noteFault(recorder, firing.rule.fault.kind);
    const transmission = await playFault(firing, stage, serve);
    if (transmission !== undefined) return { transmission, at: at() };
    delete recorder.notes.fault;
    noteFault(recorder, undefined);
    return undefined;
  }

  #readBody(
    { req, identity, recorder }: Passage,
    { operation }: Route,
    rowFile: RowFile,
  ): ReturnType<typeof readBody> {
    return readBody(req, {
      operation,
      maxBytes: this.#parts.maxBodyBytes,
      rowLimits: this.#parts.services.reading.limits,
      rowFile,
      most: this.#parts.services.schemas.mostInBody,
      idleMs: this.#parts.requestTimeoutMs,
      isEncodingRefused: identity.spec.assumptions["content-encoding"] === "refused",
      record: (body) => recorder.request(body),
    });
  }
}

async function moveAfter(named: NamedPassage, pending: Promise<Outcome>): Promise<Outcome> {
  let outcome: Outcome | undefined;
  try {
    outcome = await pending;
    return outcome;
  } finally {
    move(named, outcome);
  }
}

/** Moves a `poll` clock after a call that no fault fired on. */
function move(named: NamedPassage, outcome: Outcome | undefined): void {
  movePollClock(named, { firing: undefined, retryAfterMs: retryAfterMs(outcome) });
}

function asIs({ identity }: NamedPassage, reply: Reply): Outcome {
  return { transmission: sending(reply), at: identity.now };
}

function mayBeFaulted({ identity }: NamedPassage): boolean {
  return identity.scenario.faults.length > 0 && !identity.isForOwnPage;
}

function retryAfterMs(outcome: Outcome | undefined): number | undefined {
  if (outcome?.transmission.kind !== "sending") return undefined;
  const { reply } = outcome.transmission;
  return reply.retryAfterMs ?? retryAfterMsOf(reply.headers, outcome.at);
}
