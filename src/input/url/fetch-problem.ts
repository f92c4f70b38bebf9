import { STATUS_CODES } from "node:http";
import { formatBytes } from "../../core/format-bytes.ts";
import { RefusedAddressError } from "./address-policy.ts";
import type { FetchProblem } from "./input-fetch-error.ts";

/** Codes of Node's errors before there is an answer, the first match counts. */
const CONNECTION_PROBLEMS: readonly (readonly [RegExp, string, string?])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, "its host name can't be resolved", "Check the host name"],
  [/^ECONNREFUSED$/, "the connection was refused", "Check that a server listens there"],
  [/^(ECONNRESET|EPIPE)$/, "the connection was closed before the server had answered"],
  [/^(ETIMEDOUT|EHOST\w+|ENET\w+|EADDR\w+)$/, "the server can't be reached"],
  [/^HPE_/, "the server's answer is not valid HTTP"],
  [
    /TLS|SSL|CERT|SIGNATURE|ISSUER|HOSTNAME|^EPROTO$/,
    "the TLS connection failed",
    "Check the server's certificate",
  ],
];

/** Codes of Node's errors while the content arrives. */
const CONTENT_PROBLEMS: readonly (readonly [RegExp, string, string?])[] = [
  [
    /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|Z_BUF_ERROR|HPE_\w+)$/,
    "the content was cut short",
  ],
  [/^(Z_|ERR_+\w*BROTLI|ERR__ERROR)/, "the content is not what its Content-Encoding says"],
  [
    /^(ENOSPC|EDQUOT|EIO|EACCES|EROFS|ENOENT|EMFILE)$/,
    "the content can't be stored in a temporary file",
  ],
];

/** What a status that is no success says. */
export function statusProblem(status: number): FetchProblem {
  const name = STATUS_CODES[status];
  const problem = `the server answered ${status}${name === undefined ? "" : ` ${name}`}`;
  const kind = Math.floor(status / 100);
  if (kind === 4) return { problem, advice: "Check that the URL is still valid" };
  return kind === 5 ? { problem, advice: "Try again once the server works" } : { problem };
}

/** What is wrong where the connection fails before there is an answer; undefined for what is no such failure. */
export function connectionProblem(error: unknown): FetchProblem | undefined {
  if (error instanceof RefusedAddressError) return { problem: error.message };
  return find(CONNECTION_PROBLEMS, error) ?? otherProblem("the connection failed", error);
}

/** What is wrong where the content fails to arrive; undefined for what is no such failure. */
export function contentProblem(
  error: unknown,
  gotBytes: number,
  declaredBytes: number | undefined,
): FetchProblem | undefined {
  const found = find(CONTENT_PROBLEMS, error) ?? otherProblem("the content did not arrive", error);
  if (!found?.problem.startsWith("the content was cut short")) return found;
  const whole = declaredBytes === undefined ? "" : ` of ${formatBytes(declaredBytes)}`;
  return { problem: `${found.problem} after ${formatBytes(gotBytes)}${whole}` };
}

function find(
  table: readonly (readonly [RegExp, string, string?])[],
  error: unknown,
): FetchProblem | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  const code = String(error.code);
  const entry = table.find(([pattern]) => pattern.test(code));
  if (!entry) return undefined;
  const [, problem, advice] = entry;
  return { problem: `${problem} (${code})`, ...(advice === undefined ? {} : { advice }) };
}

/** The system's codes are more than anyone lists; what carries none is no failure of the connection. */
function otherProblem(problem: string, error: unknown): FetchProblem | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? { problem: `${problem} (${error.code})` } : undefined;
}
