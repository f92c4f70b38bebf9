import type { ApiError, Problem } from "../../core/errors.ts";
import type { JsonValue } from "../../core/json.ts";
import { jsonReply, type Reply } from "../../core/reply.ts";
import { drawBase62, rngFor } from "../../core/rng.ts";
import type { ErrorShape, Spec } from "../../spec/spec.ts";
import type { IncomingCall } from "../request/incoming-call.ts";

/** The spec of a response, and what the request's ID consists of. */
export type ErrorSource = { readonly spec: Spec; readonly requestHash: string };

/** A reply for an error, with the status and shape that the spec defines for its code. */
export function errorReply({ spec, requestHash }: ErrorSource, error: ApiError): Reply {
  const { code, message: detail, retryAfterMs, headers } = error;
  const problems = error.problems.map((problem) => ({ ...problem, loc: locOf(problem) }));
  const reply = replyOf(spec.errorShape(code), { code, detail, problems, requestHash, headers });
  return retryAfterMs === undefined ? reply : { ...reply, retryAfterMs };
}

/** A reply for an error of the spec that nothing provoked, with its description. */
export function ownErrorReply({ spec, requestHash }: ErrorSource, code: string): Reply {
  const shape = spec.errorShape(code);
  return replyOf(shape, {
    code,
    detail: shape.description,
    problems: [],
    requestHash,
    headers: {},
  });
}

type ErrorParts = {
  readonly code: string;
  readonly detail: string;
  readonly problems: JsonValue[];
  readonly requestHash: string;
  readonly headers: Readonly<Record<string, string>>;
};

function replyOf(shape: ErrorShape, { headers, ...values }: ErrorParts): Reply {
  const { status, contentType, body } = shape;
  const type = contentType === "application/json" ? {} : { "content-type": contentType };
  return jsonReply(status, body({ ...values, status }), { ...type, ...shape.headers, ...headers });
}

/** A problem's location as a list, such as `["body", "sampling_params", "top_p"]`. */
function locOf({ path }: Problem): (string | number)[] {
  if (!path.startsWith("/") && path !== "") return path.split(".");
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return ["body", ...keys];
}

/** What a request's IDs consist of, by seed; empty for own pages, and specs without such IDs. */
export function requestHashOf({ identity, id }: Pick<IncomingCall, "identity" | "id">): string {
  const { spec, sandbox } = identity;
  if (spec.headers === undefined || id === undefined) return "";
  return drawBase62(rngFor(sandbox.seed, "request", sandbox.name, id));
}

/** Input of an error response to a request. */
export function errorSourceOf(incoming: Pick<IncomingCall, "identity" | "id">): ErrorSource {
  return { spec: incoming.identity.spec, requestHash: requestHashOf(incoming) };
}
