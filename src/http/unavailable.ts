import type { RequestListener } from "node:http";
import { isControlPath } from "../control/control-path.ts";
import type { Health, Vitals } from "../control/reports.ts";
import type { SimulatorError } from "../core/errors.ts";
import { findVerb } from "./control/find-verb.ts";
import { bugReply, problemReply } from "./reply/problem-reply.ts";
import { jsonReply, type Reply, writeReply } from "./reply/reply.ts";
import { pathnameOf } from "./request/pathname.ts";

/** What a server that has no state at the moment can tell. */
export type UnavailableParts = {
  readonly version: string;
  readonly vitals: () => Vitals;
  /** Why it has no state. */
  readonly problem: () => SimulatorError;
};

/** Rejects every request but that for the server's health, and closes the connection: another one may reach another process. */
export function unavailable({ version, vitals, problem }: UnavailableParts): RequestListener {
  return (req, res) => {
    const error = problem();
    const health: Health = {
      status: "failing",
      version,
      ...vitals(),
      storeProblem: error.message,
      sandboxes: 0,
      jobs: 0,
      exchanges: 0,
    };
    const pathname = pathnameOf(req);
    const reply = replyTo(req.method ?? "", pathname, { error, health });
    const headers = { ...reply.headers, "x-sim-version": version, connection: "close" };
    void writeReply(res, { ...reply, headers }, () => {});
    req.resume();
  };
}

function replyTo(
  method: string,
  pathname: string,
  { error, health }: { readonly error: SimulatorError; readonly health: Health },
): Reply {
  if (isControlPath(pathname)) {
    if (isHealth(method, pathname)) return jsonReply(200, health);
    return withCode(problemReply(error), error);
  }
  return withCode(bugReply(error), error);
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
