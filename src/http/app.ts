import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { orElse } from "../core/and-then.ts";
import { ApiError, SimulatorError } from "../core/errors.ts";
import { plainResponse, type Reply } from "../core/reply.ts";
import type { Instant } from "../core/time.ts";
import { headersIn } from "../spec/document-place.ts";
import type { ControlService } from "./control/control-service.ts";
import type { HandlerParts } from "./handler.ts";
import {
  type ExchangeParts,
  keepExchange,
  rejectRequest,
  serveWhenLoaded,
} from "./keep-exchange.ts";
import { Recorder } from "./recorder.ts";
import { leftEarly, onceOver } from "./reply/close-signal.ts";
import { requestHashOf } from "./reply/error-reply.ts";
import { bugReply, codeOf, problemReply } from "./reply/problem-reply.ts";
import { type TransmitContext, transmit } from "./reply/transmit.ts";
import type { HostGuard } from "./request/host-guard.ts";
import { type Identity, identify } from "./request/identify.ts";
import type { IncomingCall } from "./request/incoming-call.ts";
import { challengeFor } from "./request/key.ts";
import { type Address, nearestOperation, pathnameOf } from "./request/route.ts";
import { answer, type Outcome } from "./service.ts";

export type AppParts = ExchangeParts &
  HandlerParts & {
    readonly guard: HostGuard;
    /** Lets pages from other origins use the service; undefined if they aren't allowed to. */
    readonly crossOrigin: RequestHandler | undefined;
    readonly control: ControlService;
  };

export function createApp(parts: AppParts, address: Address): Express {
  const app = express();
  app.disable("x-powered-by");
  const serve = (req: Request, res: Response): Promise<void> | undefined =>
    serveExchange(parts, address, { req, res });
  app.use((req: Request, res: Response, next) => {
    const error = parts.guard(req.headers.host);
    if (error !== undefined) return rejectRequest(parts, { req, res }, error);
    // The control API isn't part of the service: it has no faults, and other origins can't use it.
    if (parts.control.takes(req)) return parts.control.serve(req, res);
    return parts.crossOrigin === undefined ? serve(req, res) : next();
  });
  if (parts.crossOrigin !== undefined) app.use(parts.crossOrigin, serve);
  return app;
}

/** Serves a request, synchronously if nothing has to wait (see `andThen` for the reason). */
function serveExchange(
  parts: AppParts,
  address: Address,
  { req, res }: Pick<IncomingCall, "req" | "res">,
): Promise<void> | undefined {
  // Finds the sandbox and the operation, and reads the clock once for everything that follows.
  const identity = orElse<Identity | SimulatorError>(
    () => identify(req, address, parts),
    (error) => {
      // For example, a new sandbox for this key would exceed the memory limit.
      if (error instanceof SimulatorError && isRefusal(error)) return error;
      throw error;
    },
  );
  if (identity instanceof SimulatorError) return rejectRequest(parts, { req, res }, identity);
  const { sandbox, spec, now: at } = identity;
  if (sandbox.loading !== undefined)
    return serveWhenLoaded(sandbox.loading, { req, res }, parts.version, () =>
      serveExchange(parts, address, { req, res }),
    );
  // Records the exchange until the response has been sent or the client has disconnected.
  const recorder = new Recorder(req, { clock: sandbox.clock, at, spec });
  const leave = parts.sandboxes.enter(sandbox);
  if (identity.route instanceof ApiError) {
    const nearest = nearestOperation(spec, address, pathnameOf(req));
    if (nearest !== undefined) recorder.notes.nearest = nearest;
  }
  const id = identity.isForOwnPage ? undefined : sandbox.journal.nextId();
  onceOver(res, () => {
    try {
      if (id === undefined) return;
      const ended = { id, res, sandbox, recorder };
      const { operationId, response, durationMs } = keepExchange(ended, parts.onExchange);
      parts.requests.add(operationId, response.status, durationMs);
    } finally {
      // Leaving the sandbox applies the memory limits, which must include the new exchange.
      leave();
    }
  });
  const incoming = { req, res, identity, recorder, id };
  // `service.ts` injects faults; `handler.ts` authenticates, validates, acts, and renders.
  const outcome = orElse<Outcome | undefined | Promise<Outcome | undefined>>(
    () => answer(parts, incoming),
    // If the client disconnected, nobody is waiting for a response.
    (error) => (leftEarly(req) ? undefined : failedOutcome(parts, incoming, error, at)),
  );
  if (outcome instanceof Promise) return outcome.then((found) => finish(parts, incoming, found));
  return finish(parts, incoming, outcome);
}

/** Sends the response, if the client is still connected. */
function finish(
  parts: ExchangeParts,
  incoming: IncomingCall,
  outcome: Outcome | undefined,
): Promise<void> | undefined {
  if (outcome === undefined) return undefined;
  const { res, identity, recorder } = incoming;
  const { sandbox } = identity;
  const saved = sandbox.log === undefined ? nothingToSave : () => sandbox.saved();
  recorder.readRest();
  return orElse(
    () => send(parts, incoming, outcome, saved),
    (error) => {
      const failure = failedOutcome(parts, incoming, error, outcome.at);
      // This reply doesn't show the sandbox's state, and saving that state may be what failed.
      if (!res.headersSent) return send(parts, incoming, failure, nothingToSave);
      // Once the head has been sent, the only way to report a failure is to cut off the body.
      res.destroy();
      return undefined;
    },
  );
}

/** Used as `saved` if the sandbox isn't stored, or if the response doesn't show its state. */
const nothingToSave = (): undefined => undefined;

function failedOutcome(
  { onBug }: ExchangeParts,
  { recorder }: IncomingCall,
  error: unknown,
  at: Instant,
): Outcome {
  recorder.notes.simError = codeOf(error);
  const hasStalled = error instanceof SimulatorError && error.code === "SIM_REQUEST_TIMEOUT";
  if (!hasStalled && !isRefusal(error)) onBug(error);
  return { transmission: plainResponse(hasStalled ? problemReply(error) : bugReply(error)), at };
}

function send(
  { version }: ExchangeParts,
  incoming: IncomingCall,
  { transmission, at }: Outcome,
  saved: TransmitContext["saved"],
): Promise<void> | undefined {
  const { res, identity, recorder } = incoming;
  res.sendDate = false;
  const { fault, simError } = recorder.notes;
  const headersOf = (reply: Reply, lateMs: number): Reply["headers"] => {
    const challenge = challengeFor(reply.status, identity.spec.keyScheme);
    const own = specHeaders(incoming);
    const given = own === undefined ? reply.headers : { ...own, ...reply.headers };
    const usual = usualHeaders(given, httpDate(at + lateMs), version);
    if (challenge === undefined && fault === undefined && simError === undefined) return usual;
    const headers: Record<string, string> = { ...usual };
    if (challenge !== undefined) headers["www-authenticate"] ??= challenge;
    if (fault !== undefined) headers["x-sim-fault"] = fault;
    if (simError !== undefined) headers["x-sim-error"] = simError;
    return headers;
  };
  const { clock } = identity.sandbox;
  return transmit(transmission, { res, clock, recorder, saved, headersOf });
}

/** The headers that the spec defines for every response to a client. */
function specHeaders(incoming: IncomingCall): Reply["headers"] | undefined {
  const { headers } = incoming.identity.spec;
  if (headers === undefined || incoming.id === undefined) return undefined;
  return headersIn(headers({ requestHash: requestHashOf(incoming) }));
}

let lastUsual = { own: {}, date: "", version: "", headers: {} };

/** Caches its result, so that polls within the same second share one object in the journal. */
function usualHeaders(own: Reply["headers"], date: string, version: string): Reply["headers"] {
  const last = lastUsual;
  if (last.own === own && last.date === date && last.version === version) return last.headers;
  const headers = { ...own, date, "x-sim-version": version };
  lastUsual = { own, date, version, headers };
  return headers;
}

let lastSecond = Number.NaN;
let lastDate = "";

/** The Date header (RFC 9110, 6.6.1) for an instant; formatted only when the second changes. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(now).toUTCString();
  }
  return lastDate;
}

/** Whether an error only means that the simulator is full or busy, or can't use its store. */
function isRefusal(error: unknown): boolean {
  const code = codeOf(error);
  return code === "SIM_MEMORY" || code === "SIM_BUSY" || code === "SIM_STORE";
}
