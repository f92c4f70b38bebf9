import { STATUS_CODES } from "node:http";
import { formatBytes } from "../../core/visible-text.ts";
import { RefusedAddressError } from "./address-policy.ts";

/** Why a fetch failed: the end of the message's sentence, and advice, both without periods. */
export type FetchProblem = { readonly problem: string; readonly advice?: string };

/** The requested URL, and the URL that redirects had led to when the fetch failed. */
export type FetchTarget = { readonly asked: URL; readonly current: URL };

/** Thrown if an input URL can't be fetched; the message can serve as a job's failure reason. */
export class InputFetchError extends Error {
  override readonly name = "InputFetchError";

  constructor(
    target: FetchTarget | undefined,
    { problem, advice }: FetchProblem,
    options?: ErrorOptions,
  ) {
    const url = target ? ` ${describeTarget(target)}` : "";
    super(
      `Failed to fetch the input URL${url}: ${problem}.${advice ? ` ${advice}.` : ""}`,
      options,
    );
  }
}

function describeTarget({ asked, current }: FetchTarget): string {
  const [from, to] = [showUrl(asked), showUrl(current)];
  return from === to ? from : `${from} (redirected to ${to})`;
}

const MAX_SHOWN_PATH = 200;

/**
 * A URL for messages: its origin and path, shortened if long. The rest can contain secrets, such as
 * the signature of a pre-signed URL.
 */
export function showUrl(url: URL): string {
  const { origin, pathname } = url;
  return pathname.length <= MAX_SHOWN_PATH
    ? `${origin}${pathname}`
    : `${origin}${pathname.slice(0, MAX_SHOWN_PATH)}…`;
}

/** Codes of Node's errors before a response; the first match is used. */
const CONNECTION_PROBLEMS: readonly (readonly [RegExp, string, string?])[] = [
  [/^(ENOTFOUND|EAI_\w+)$/, "its host name can't be resolved", "Check the host name"],
  [/^ECONNREFUSED$/, "the connection was refused", "Check that a server is listening there"],
  [/^(ECONNRESET|EPIPE)$/, "the connection was closed before the server responded"],
  [/^(ETIMEDOUT|EHOST\w+|ENET\w+|EADDR\w+)$/, "the server can't be reached"],
  [/^HPE_/, "the server's response is not valid HTTP"],
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
  [/^(Z_|ERR_.{0,20}BROTLI|ERR__ERROR)/, "the content does not match its Content-Encoding"],
];

export function statusProblem(status: number): FetchProblem {
  const name = STATUS_CODES[status];
  const problem = `the server responded with ${status}${name === undefined ? "" : ` ${name}`}`;
  const kind = Math.floor(status / 100);
  if (kind === 4) return { problem, advice: "Check that the URL is still valid" };
  return kind === 5 ? { problem, advice: "Try again once the server has recovered" } : { problem };
}

/** Undefined for an error that isn't a failure of the connection before a response. */
export function connectionProblem(error: unknown): FetchProblem | undefined {
  if (error instanceof RefusedAddressError) return { problem: error.message };
  return find(CONNECTION_PROBLEMS, error, "the connection failed");
}

/** The problem if the content failed to arrive; undefined for any other error. */
export function contentProblem(
  error: unknown,
  gotBytes: number,
  declaredBytes: number | undefined,
): FetchProblem | undefined {
  const found = find(CONTENT_PROBLEMS, error, "the content did not arrive");
  if (!found?.problem.startsWith("the content was cut short")) return found;
  const whole = declaredBytes === undefined ? "" : ` of ${formatBytes(declaredBytes)}`;
  return { problem: `${found.problem} after ${formatBytes(gotBytes)}${whole}` };
}

/** Undefined for an error without a code, which is not a failure of the connection. */
function find(
  table: readonly (readonly [RegExp, string, string?])[],
  error: unknown,
  otherProblem: string,
): FetchProblem | undefined {
  const { code }: { code?: unknown } = Object(error);
  if (typeof code !== "string") return undefined;
  const [, problem, advice] = table.find(([pattern]) => pattern.test(code)) ?? [/./, otherProblem];
  return { problem: `${problem} (${code})`, ...(advice === undefined ? {} : { advice }) };
}
