import type { ApiError, Problem } from "../../core/errors.ts";
import { jsonReply, type Reply } from "../../core/reply.ts";
import { drawBase62, rngFor } from "../../core/rng.ts";
import type { Spec } from "../../spec/spec.ts";
import type { IncomingCall } from "../request/incoming-call.ts";

export type ErrorSource = { readonly spec: Spec; readonly requestHash: string };

type SentError = Pick<ApiError, "message" | "problems" | "headers"> & { readonly code: string };

export function errorReply({ spec, requestHash }: ErrorSource, error: SentError): Reply {
  const { code, message: detail, headers } = error;
  const { status, contentType, body, ...shape } = spec.errorShape(code);
  const problems = error.problems.map((problem) => ({ ...problem, loc: locOf(problem) }));
  const type = contentType === "application/json" ? {} : { "content-type": contentType };
  const all = { ...type, ...shape.headers, ...headers };
  return jsonReply(status, body({ code, detail, problems, requestHash, status }), all);
}

/** A reply with the spec's description of an error that the request didn't cause. */
export function ownErrorReply(source: ErrorSource, code: string): Reply {
  const { description: message } = source.spec.errorShape(code);
  return errorReply(source, { code, message, problems: [], headers: {} });
}

/** A problem's location as a list, such as `["body", "sampling_params", "top_p"]`. */
function locOf({ path }: Problem): (string | number)[] {
  if (!path.startsWith("/") && path !== "") return path.split(".");
  const [, ...keys] = path.split("/");
  return ["body", ...keys.map((key) => (/^\d+$/.test(key) ? Number(key) : key))];
}

/** The hash in a request ID; empty for the simulator's pages, or if the spec adds no headers. */
export function requestHashOf({ identity, id }: Pick<IncomingCall, "identity" | "id">): string {
  const { spec, sandbox } = identity;
  if (spec.headers === undefined || id === undefined) return "";
  return drawBase62(rngFor(sandbox.seed, "request", sandbox.name, id));
}

export function errorSourceOf(incoming: Pick<IncomingCall, "identity" | "id">): ErrorSource {
  return { spec: incoming.identity.spec, requestHash: requestHashOf(incoming) };
}
