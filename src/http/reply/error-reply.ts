import type { ApiError, Problem } from "../../core/errors.ts";
import type { Spec } from "../../spec/spec.ts";
import { jsonReply, type Reply } from "./reply.ts";

/** A reply for an error, with the status and shape that the spec defines for its code. */
export function errorReply(spec: Spec, error: ApiError): Reply {
  const { status, contentType, body } = spec.errorShape(error.code);
  const problems = error.problems.map((problem) => ({ ...problem, loc: locOf(problem) }));
  const value = body({ detail: error.message, problems, code: error.code, status });
  const type = contentType === "application/json" ? {} : { "content-type": contentType };
  const reply = jsonReply(status, value, { ...type, ...error.headers });
  const { retryAfterMs } = error;
  return retryAfterMs === undefined ? reply : { ...reply, retryAfterMs };
}

/** A problem's location as a list: `["body", "sampling_params", "top_p"]`, `["query", "result_format"]`. */
function locOf({ path }: Problem): (string | number)[] {
  if (!path.startsWith("/") && path !== "") return path.split(".");
  const keys = path
    .split("/")
    .slice(1)
    .map((key) => (/^\d+$/.test(key) ? Number(key) : key));
  return ["body", ...keys];
}
