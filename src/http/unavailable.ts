import type { IncomingMessage, RequestListener } from "node:http";
import type { Request, Response } from "express";
import { CONTROL_PATH, isControlPath, type Probes } from "../control/control-path.ts";
import type { Health, Vitals } from "../control/reports.ts";
import { getHealthVerb } from "../control/verbs/get-health.ts";
import { SimulatorError } from "../core/errors.ts";
import { jsonReply, type Reply } from "../core/reply.ts";
import type { AppParts } from "./app.ts";
import { probeReply } from "./control/control-access.ts";
import { bugReply, refusalReply, STORE_DETAIL } from "./reply/problem-reply.ts";
import { withHeaders, writeReply } from "./reply/write-reply.ts";
import { pathnameOf } from "./request/route.ts";

export type UnavailableParts = Pick<AppParts, "version" | "guard" | "crossOrigin"> & {
  readonly vitals: () => Vitals;
  readonly probes: Probes;
  readonly token: string | undefined;
  /** Why the process can't read its state; only health responses include the reason. */
  readonly problem: () => SimulatorError;
};

/** Serves only probes and health. Closes connections, so that clients reconnect elsewhere. */
export function unavailable(parts: UnavailableParts): RequestListener {
  const { version, guard, crossOrigin } = parts;
  return (req, res) => {
    const pathname = pathnameOf(req);
    const send = (reply: Reply): void => {
      void writeReply(res, withHeaders(reply, { "x-sim-version": version, connection: "close" }));
      req.resume();
    };
    const refusal = guard(req.headers.host);
    if (refusal !== undefined) return send(refusalReply(refusal));
    if (isControlPath(pathname)) return void controlReply(parts, req, pathname).then(send);
    const reject = (): void => send(bugReply(UNAVAILABLE));
    if (crossOrigin === undefined) return reject();
    // The casts are safe, because the server's classes have an Express application's prototypes.
    void crossOrigin(req as Request, res as Response, reject);
  };
}

const UNAVAILABLE = new SimulatorError("SIM_STORE", STORE_DETAIL);

async function controlReply(
  parts: UnavailableParts,
  req: IncomingMessage,
  pathname: string,
): Promise<Reply> {
  const { probes, token, version } = parts;
  try {
    const reply = await probeReply(req, probes, token);
    if (reply !== undefined) return reply;
  } catch (error) {
    return refusalReply(error as SimulatorError);
  }
  const route = `${req.method} ${pathname.slice(CONTROL_PATH.length)}`;
  if (route !== getHealthVerb.route) return refusalReply(UNAVAILABLE);
  const health: Health = {
    ...{ status: "failing", version, ...probes.status(), ...parts.vitals() },
    ...{ storeProblem: parts.problem().message, sandboxes: 0, jobs: 0, exchanges: 0 },
  };
  return jsonReply(200, health);
}
