import { retryAfterMsOf } from "../control/shared/exchanges.ts";
import { andThen, orElse } from "../core/and-then.ts";
import { ApiError } from "../core/errors.ts";
import { once } from "../core/once-per.ts";
import { plainResponse, type Reply, type Transmission, toClient } from "../core/reply.ts";
import type { Instant } from "../core/time.ts";
import type { FiredFault } from "../engine/fire-fault.ts";
import { prepareTimelines, whilePreparing } from "../engine/in-slices.ts";
import type { Firing } from "../faults/fault-call.ts";
import { readsBody } from "../faults/select-fault.ts";
import { RowFile } from "../input/row-file.ts";
import {
  type FaultableHandler,
  faultableHandler,
  injectFault,
  openFiring,
  untilSettled,
} from "./faultable-handler.ts";
import { type HandlerParts, handle } from "./handler.ts";
import { movePollClock } from "./move-poll-clock.ts";
import { closeSignal } from "./reply/close-signal.ts";
import { errorReply, errorSourceOf, ownErrorReply } from "./reply/error-reply.ts";
import {
  findJobOf,
  type IncomingCall,
  type JobCall,
  normalizeQueryBooleans,
  type RoutedCall,
  readableBody,
} from "./request/incoming-call.ts";
import { hasKey } from "./request/key.ts";
import { recordAnswer, recordError } from "./request/record-conduct.ts";
import { readBody } from "./request/request-body.ts";

/** A transmission to a client, and the instant whose state it shows. */
export type Outcome = { readonly transmission: Transmission; readonly at: Instant };

/**
 * Handles a request, with a fault if one is due. Synchronous if nothing has to wait: no fault
 * rules, no body, and no job whose inputs are being fetched.
 */
export function answer(parts: HandlerParts, incoming: IncomingCall): Outcome | Promise<Outcome> {
  const { req, res, identity, recorder, id } = incoming;
  const { spec, route, now } = identity;
  if (route instanceof ApiError) {
    recordError(recorder, route);
    return { transmission: plainResponse(errorReply(errorSourceOf(incoming), route)), at: now };
  }
  const { operation } = route;
  recorder.notes.operationId = operation.operationId;
  if (!operation.takesKey && hasKey(req, spec)) recorder.notes.conduct.hasNeedlessKey = true;
  const isLenient = spec.assumptions["query-booleans"] !== "strict";
  if (isLenient && normalizeQueryBooleans(req, operation))
    recorder.notes.conduct.assumptions = ["query-booleans"];
  const rowFile = new RowFile();
  const read = once(() => readBody({ parts, incoming, operation, rowFile }));
  const outcome = outcomeOf(parts, { req, res, identity, recorder, id, route, read });
  const noted = (found: Outcome): Outcome => {
    const { transmission } = found;
    const status = transmission.kind === "response" ? transmission.reply.status : 0;
    recordAnswer(incoming, operation, status);
    return found;
  };
  // Bodies are never read synchronously, so only a pending outcome can have written to the file.
  if (!(outcome instanceof Promise)) return noted(outcome);
  return outcome.finally(() => rowFile.release()).then(noted);
}

function outcomeOf(parts: HandlerParts, routed: RoutedCall): Outcome | Promise<Outcome> {
  return andThen(findJobOf(routed), (jobCall) => {
    const { identity } = jobCall;
    const { timelines } = identity.sandbox;
    const preparing =
      jobCall.job === undefined ? whilePreparing(timelines) : prepareTimelines(timelines);
    return andThen(preparing, () =>
      identity.scenario.faults.length > 0 && !identity.isForOwnPage
        ? faulted(parts, jobCall)
        : served(parts, jobCall),
    );
  });
}

function served(parts: HandlerParts, jobCall: JobCall): Outcome | Promise<Outcome> {
  const outcome = orElse(
    () => andThen(handle(parts, jobCall), (reply) => asIs(jobCall, reply)),
    (error) => {
      movePollClock(jobCall, undefined, undefined);
      throw error;
    },
  );
  return andThen(outcome, (found) => {
    movePollClock(jobCall, undefined, retryAfterMs(found));
    return found;
  });
}

/** Injects a fault before authentication, because an outage affects every caller. */
async function faulted(parts: HandlerParts, jobCall: JobCall): Promise<Outcome> {
  const { identity, recorder, route } = jobCall;
  const { operationId } = route.operation;
  let fired: FiredFault | undefined;
  let outcome: Outcome | undefined;
  try {
    const wantsBody = readsBody(identity.scenario.faults, operationId);
    const body = wantsBody ? await readableBody(jobCall) : undefined;
    await untilSettled(identity.sandbox, operationId);
    fired = injectFault(jobCall, body, parts.services.matches);
    recorder.notes.rules = fired.checks;
    if (fired.firing === undefined) {
      outcome = asIs(jobCall, await handle(parts, jobCall));
      return outcome;
    }
    const handler = faultableHandler(jobCall, async (late, lag) => handle(parts, late, lag));
    while (fired.firing !== undefined && outcome === undefined) {
      const settle = openFiring(identity.sandbox, fired.firing.rule);
      try {
        outcome = await played(jobCall, fired.firing, handler);
        if (outcome === undefined) fired = fired.passOn();
        recorder.notes.rules = fired.checks;
      } finally {
        settle();
      }
    }
    outcome ??= { transmission: toClient(await handler.serve({})), at: handler.at() };
    return outcome;
  } finally {
    movePollClock(jobCall, fired?.firing?.rule, retryAfterMs(outcome));
  }
}

/** Applies a fault. Resolves with undefined if the fault had nothing to change. */
async function played(
  jobCall: JobCall,
  firing: Firing,
  { serve, at }: FaultableHandler,
): Promise<Outcome | undefined> {
  const { identity, recorder, res } = jobCall;
  const { notes } = recorder;
  const source = errorSourceOf(jobCall);
  const context = {
    closed: closeSignal(res),
    retryAfterSeconds: identity.sandbox.clock.retryAfterSeconds(firing.retryAfterMs ?? 0),
    errorReply: (error: ApiError) => errorReply(source, error),
    ownError: (code: string) => ownErrorReply(source, code),
  };
  // Notes the fault before applying it, because a disconnect closes the record.
  notes.fault = firing.rule.name;
  notes.conduct.faultKind = firing.rule.fault.kind;
  // Most simulators never apply a fault, so this module is loaded for the first fault.
  const { playFault } = await import("../faults/play-fault.ts");
  const transmission = await playFault(firing, context, serve);
  if (transmission !== undefined) return { transmission, at: at() };
  delete notes.fault;
  delete notes.conduct.faultKind;
  return undefined;
}

function asIs({ identity }: JobCall, reply: Reply): Outcome {
  return { transmission: plainResponse(reply), at: identity.now };
}

function retryAfterMs(outcome: Outcome | undefined): number | undefined {
  if (outcome?.transmission.kind !== "response") return undefined;
  return retryAfterMsOf(outcome.transmission.reply.headers, outcome.at);
}
