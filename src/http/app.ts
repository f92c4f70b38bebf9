import express, { type Express, type Request, type Response } from "express";
import { SimulatorError } from "../core/errors.ts";
import type { Exchange } from "../core/exchange.ts";
import type { Services } from "../engine/world.ts";
import type { Spec } from "../spec/spec.ts";
import { type Directory, type Identity, identify } from "./identify.ts";
import { Recorder } from "./recorder.ts";
import type { Reply } from "./reply.ts";
import type { Address } from "./route.ts";
import { type Outcome, Service } from "./service.ts";
import { sending } from "./transmission.ts";
import { transmit } from "./transmit.ts";
import type { Validator } from "./validator.ts";

/** What a served exchange tells the log: the sandbox's name beside it. */
export type ExchangeListener = (exchange: Exchange, sandboxName: string) => void;

/** What the application is made of. */
export type AppParts = Directory & {
  readonly validatorOf: (spec: Spec) => Promise<Validator>;
  readonly services: Services;
  readonly maxBodyBytes: number;
  readonly version: string;
  readonly onExchange: ExchangeListener;
  /** Told of a failure of the simulator itself. */
  readonly onBug: (error: unknown) => void;
};

/** The imitated service at one address, as an Express application. */
export function createApp(parts: AppParts, address: Address): Express {
  const app = express();
  app.disable("x-powered-by");
  const service = new Service(parts);
  let exchanges = 0;
  app.use(async (req: Request, res: Response) => {
    // 1. Identify: the sandbox, one `now` for all that follows, the operation.
    const identity = identify(req, address, parts);
    // 2. Record: the exchange is closed when the response ends, however it ends.
    const recorder = new Recorder(req, {
      at: identity.now,
      keyHeader: identity.spec.keyScheme.header,
    });
    const id = ++exchanges;
    res.once("close", () => {
      const exchange = recorder.close(id, res);
      identity.sandbox.journal.add(exchange);
      parts.onExchange(exchange, identity.sandbox.name);
    });
    // 3. to 8. stand in `service.ts`: inject, authenticate, validate, act, map.
    const outcome = await service
      .answer({ req, res, identity, recorder })
      .catch((error: unknown) => {
        parts.onBug(error);
        recorder.notes.simError = codeOf(error);
        return { transmission: sending(bugReply(error)), at: identity.now };
      });
    await send(res, outcome, { identity, recorder, version: parts.version }).catch(
      (error: unknown) => {
        // The head is sent: all that is left to say is that this was not the whole body.
        parts.onBug(error);
        recorder.notes.simError = codeOf(error);
        res.destroy();
      },
    );
    // A body that nobody wanted is read to its end, so that the client can finish sending and see the answer.
    req.resume();
  });
  return app;
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

/** What the test's author did has a code of its own. */
function codeOf(error: unknown): string {
  return error instanceof SimulatorError ? error.code : "SIM_BUG";
}

/** Our own failure must never look like the service's. */
function bugReply(error: unknown): Reply {
  const message = error instanceof Error ? error.message : String(error);
  return {
    status: 500,
    headers: { "content-type": "application/problem+json" },
    body: JSON.stringify({
      type: "about:blank",
      title: "batch-sim failed; this is not an answer of the service.",
      status: 500,
      detail: message,
      code: codeOf(error),
    }),
  };
}
