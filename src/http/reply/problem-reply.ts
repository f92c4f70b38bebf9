import type { ProblemDetails } from "../../control/control-path.ts";
import { isStepLimit, messageOf, SimulatorError } from "../../core/errors.ts";
import type { Reply } from "../../core/reply.ts";
import {
  SIMULATOR_ERROR_STATUSES,
  type SimulatorErrorCode,
} from "../../core/simulator-error-table.ts";
import { withHeaders } from "./write-reply.ts";

/** Unlike the log, this doesn't name the database or its user, because any client can see it. */
export const STORE_DETAIL =
  "Failed to use the store: it is temporarily unavailable. Try again later; `/_sim/health` shows the reason.";

/** An error for the test author, as problem+json (RFC 9457). */
export function problemReply({ code, message: detail, issues }: SimulatorError): Reply {
  const title =
    "batch-sim could not complete the request; this is not a response from the simulated service.";
  const status = SIMULATOR_ERROR_STATUSES[code] ?? 400;
  const listed = issues.length === 0 ? {} : { issues };
  const reply = replyOf({ title, status, detail, code, ...listed });
  // The rest of this request is missing, so its connection can't carry another request.
  return code === "SIM_REQUEST_TIMEOUT" ? withHeaders(reply, { connection: "close" }) : reply;
}

/** The reply to a request that is refused before it can be identified. */
export function refusalReply(error: SimulatorError): Reply {
  return withHeaders(problemReply(error), { "x-sim-error": error.code });
}

/** The reply if the simulator fails. It must never look like a response from the service. */
export function bugReply(error: unknown): Reply {
  const code = codeOf(error);
  const title = "batch-sim failed; this is not a response from the simulated service.";
  const status = SIMULATOR_ERROR_STATUSES[code] ?? 500;
  const reply = replyOf({ title, status, detail: messageOf(error), code });
  return withHeaders(reply, { "x-sim-error": code });
}

export function codeOf(error: unknown): SimulatorErrorCode {
  if (isStepLimit(error)) return "SIM_SCHEMA_LIMIT";
  return error instanceof SimulatorError ? error.code : "SIM_BUG";
}

function replyOf(problem: Omit<ProblemDetails, "type">): Reply {
  const detail = problem.code === "SIM_STORE" ? { detail: STORE_DETAIL } : {};
  const headers = { "content-type": "application/problem+json" };
  const body = JSON.stringify({ type: "about:blank", ...problem, ...detail });
  return { status: problem.status, headers, body };
}
