import express, { type Express, type Request, type RequestHandler, type Response } from "express";
import { ApiError, type SimulatorError } from "../core/errors.ts";
import { traceOf } from "../core/trace.ts";
import type { Services } from "../engine/world.ts";
import type { Spec } from "../spec/spec.ts";
import type { ControlService } from "./control/control-service.ts";
import { isControlPath } from "./control/find-verb.ts";
import { type ExchangeListener, Recorder } from "./recorder.ts";
import { rejectRequest } from "./reject-request.ts";
import { challengeFor } from "./reply/challenge.ts";
import { onceOver } from "./reply/close-signal.ts";
import { bugReply, codeOf, timeoutReply } from "./reply/problem-reply.ts";
import type { Reply } from "./reply/reply.ts";
import { sending } from "./reply/transmission.ts";
import { transmit } from "./reply/transmit.ts";
import type { HostGuard } from "./request/host-guard.ts";
import { type Directory, type Identity, identify } from "./request/identify.ts";
import { type Address, nearestOperation } from "./request/route.ts";
import type { Validator } from "./request/validator.ts";
import { type Outcome, Service } from "./service.ts";

/** The parts of the application. */
export type AppParts = Directory & {
  readonly validatorOf: (spec: Spec) => Promise<Validator>;
  readonly services: Services;
  readonly maxBodyBytes: number;
  readonly requestTimeoutMs: number;
  readonly version: string;
  readonly onExchange: ExchangeListener;
  readonly guard: HostGuard;
  /** Lets browsers of other origins use the service; undefined if they can't. */
  readonly crossOrigin: RequestHandler | undefined;
  /** The control API; undefined if it is off. */
  readonly control: ControlService | undefined;
  /** Called for a failure of the simulator itself. */
  readonly onBug: (error: unknown) => void;
};

/** The imitated service at one address, as an Express application. */
export function createApp(parts: AppParts, address: Address): Express {
  const app = express();
  app.disable("x-powered-by");
  const service = new Service(parts);
  app.use(async (req: Request, res: Response, next) => {
    const error = parts.guard(req.headers.host);
    if (error !== undefined) return await rejectRequest(parts, { req, res, error });
    // The control API is not part of the imitated service, so it is neither recorded nor faulted, nor open to other origins.
    if (parts.control !== undefined && isControlPath(req.path))
      return await parts.control.serve(req, res);
    next();
  });
  if (parts.crossOrigin !== undefined) app.use(parts.crossOrigin);
  app.use(async (req: Request, res: Response) => {
    // The sandbox, one `now` for everything that follows, and the operation.
    const identity = identify(req, address, parts);
    // The exchange is closed when the response ends, however it ends.
    const recorder = new Recorder(req, {
      at: identity.now,
      keyHeader: identity.spec.keyScheme.header,
      signatureNames: identity.spec.signatureNames,
    });
    const { sandbox } = identity;
    const leave = parts.sandboxes.enter(sandbox);
    if (identity.route instanceof ApiError) noteNearest(recorder, identity.spec, address, req.path);
    const id = identity.isForOwnPage ? undefined : sandbox.journal.nextId();
    onceOver(res, () => {
      leave();
      if (id === undefined) return;
      const exchange = recorder.close(id, res);
      sandbox.journal.add(exchange);
      sandbox.traces.add(traceOf(exchange, recorder.conduct()));
      parts.onExchange(exchange, sandbox.name);
    });
    // `service.ts` injects faults; `handler.ts` authenticates, validates, acts, and renders.
    const outcome = await service
      .answer({ req, res, identity, recorder })
      .catch((error: unknown) => {
        // A client that disconnects while sending is not our failure, and it can't receive a response.
        if (!req.complete && req.destroyed) return undefined;
        recorder.notes.simError = codeOf(error);
        if (isTimeout(error))
          return { transmission: sending(timeoutReply(error)), at: identity.now };
        if (!isRefusal(error)) parts.onBug(error);
        return { transmission: sending(bugReply(error)), at: identity.now };
      });
    if (outcome === undefined) return;
    const sender = { identity, recorder, version: parts.version };
    await send(res, outcome, sender).catch(async (error: unknown) => {
      parts.onBug(error);
      recorder.notes.simError = codeOf(error);
      // After the head has been sent, cutting off the body is the only way to report a failure.
      if (res.headersSent) res.destroy();
      else await send(res, { transmission: sending(bugReply(error)), at: outcome.at }, sender);
    });
    // An unread body is read to its end, so that the client can finish sending and see the response.
    req.resume();
  });
  return app;
}

function noteNearest(recorder: Recorder, spec: Spec, address: Address, pathname: string): void {
  const nearest = nearestOperation(spec, address, pathname);
  if (nearest !== undefined) recorder.notes.nearest = nearest;
}

type Sender = {
  readonly identity: Identity;
  readonly recorder: Recorder;
  readonly version: string;
};

async function send(
  res: Response,
  { transmission, at }: Outcome,
  { identity, recorder, version }: Sender,
): Promise<void> {
  res.sendDate = false;
  const { fault, simError } = recorder.notes;
  const headersOf = (reply: Reply, lateMs: number): Record<string, string> => ({
    ...challengeFor(reply.status, identity.spec.keyScheme),
    ...reply.headers,
    date: httpDate(at + lateMs),
    "x-sim-version": version,
    ...(fault === undefined ? {} : { "x-sim-fault": fault }),
    ...(simError === undefined ? {} : { "x-sim-error": simError }),
  });
  await transmit(res, transmission, { clock: identity.sandbox.clock, recorder, headersOf });
}

let lastSecond = Number.NaN;
let lastDate = "";

/** The Date header (RFC 9110, 6.6.1) of an instant; formatted once a second. */
function httpDate(now: number): string {
  const second = Math.floor(now / 1000);
  if (second !== lastSecond) {
    lastSecond = second;
    lastDate = new Date(now).toUTCString();
  }
  return lastDate;
}

/** Whether the client stopped sending, which is not our failure. */
function isTimeout(error: unknown): error is SimulatorError {
  return codeOf(error) === "SIM_REQUEST_TIMEOUT";
}

/** Whether the simulator is full, which it announces once: a notice for each request would flood the log. */
function isRefusal(error: unknown): boolean {
  return codeOf(error) === "SIM_MEMORY";
}

/** Errors caused by the test's author have their own codes. */
