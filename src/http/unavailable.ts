import type { RequestListener } from "node:http";
import type { Request, RequestHandler, Response } from "express";
import { isControlPath } from "../control/control-path.ts";
import type { Health, Vitals } from "../control/reports.ts";
import { SimulatorError } from "../core/errors.ts";
import { jsonReply, type Reply } from "../core/reply.ts";
import { findVerb } from "./control/find-verb.ts";
import { bugReply, problemReply, STORE_DETAIL } from "./reply/problem-reply.ts";
import { writeReply } from "./reply/write-reply.ts";
import type { HostGuard } from "./request/host-guard.ts";
import { pathnameOf } from "./request/pathname.ts";

/** Dependencies of a server that has no state at the moment. */
export type UnavailableParts = {
  readonly version: string;
  readonly vitals: () => Vitals;
  /** Why it has no state; only the health says so. */
  readonly problem: () => SimulatorError;
  readonly guard: HostGuard;
  /** Lets browsers of other origins use the service; undefined if they can't. */
  readonly crossOrigin: RequestHandler | undefined;
};

/**
 * Rejects every request but that for the server's health, and closes the connection: another one
 * may reach another process.
 */
export function unavailable(parts: UnavailableParts): RequestListener {
  const { version, guard, crossOrigin } = parts;
  return (req, res) => {
    const pathname = pathnameOf(req);
    const send = (reply: Reply): void => {
      const headers = { ...reply.headers, "x-sim-version": version, connection: "close" };
      void writeReply(res, { ...reply, headers }, () => {});
      req.resume();
    };
    const refusal = guard(req.headers.host);
    if (refusal !== undefined) return send(withCode(problemReply(refusal), refusal));
    if (isControlPath(pathname)) return send(controlReply(parts, req.method ?? "", pathname));
    const reject = (): void => send(withCode(bugReply(UNAVAILABLE), UNAVAILABLE));
    if (crossOrigin === undefined) return reject();
    // The server makes them with the prototypes of an Express application.
    void crossOrigin(req as Request, res as Response, reject);
  };
}

const UNAVAILABLE = new SimulatorError("SIM_STORE", STORE_DETAIL);

function controlReply(
  { version, vitals, problem }: UnavailableParts,
  method: string,
  pathname: string,
): Reply {
  if (!isHealth(method, pathname)) return withCode(problemReply(UNAVAILABLE), UNAVAILABLE);
  const health: Health = {
    status: "failing",
    version,
    ...vitals(),
    storeProblem: problem().message,
    sandboxes: 0,
    jobs: 0,
    exchanges: 0,
  };
  return jsonReply(200, health);
}

function isHealth(method: string, pathname: string): boolean {
  try {
    return findVerb(method, pathname).name === "getHealth";
  } catch {
    // No verb has this path.
    return false;
  }
}

function withCode(reply: Reply, { code }: SimulatorError): Reply {
  return { ...reply, headers: { ...reply.headers, "x-sim-error": code } };
}
