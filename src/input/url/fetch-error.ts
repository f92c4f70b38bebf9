import { STATUS_CODES } from "node:http";
import { formatBytes } from "../../core/visible-text.ts";
import { RefusedAddressError } from "./address-policy.ts";

/** Why a connection failed: the end of a sentence, and advice, both without periods. */
type Problem = { readonly problem: string; readonly advice: string | undefined };

/** The requested URL, and the current URL after any redirects. */
export type FetchTarget = { readonly asked: URL; readonly current: URL };

/** Thrown if an input URL can't be fetched; the message can serve as a job's failure reason. */
export class InputFetchError extends Error {
  override readonly name = "InputFetchError";

  /** Neither `problem` nor `advice` ends with a period. */
  constructor(target: FetchTarget | undefined, problem: string, advice?: string) {
    const url = target ? ` ${describeTarget(target)}` : "";
    super(`Failed to fetch the input URL${url}: ${problem}.${advice ? ` ${advice}.` : ""}`);
  }
}

function describeTarget({ asked, current }: FetchTarget): string {
  const [from, to] = [showUrl(asked), showUrl(current)];
  return from === to ? from : `${from} (redirected to ${to})`;
}

const MAX_SHOWN_PATH = 200;

/** A URL's origin and shortened path, for messages. The other parts can contain secrets. */
export function showUrl({ origin, pathname }: URL): string {
  const isLong = pathname.length > MAX_SHOWN_PATH;
  return `${origin}${isLong ? `${pathname.slice(0, MAX_SHOWN_PATH)}…` : pathname}`;
}

type ProblemTable = readonly (readonly [code: RegExp, problem: string, advice?: string])[];

/** Node's error codes for failures before a response; the first match is used. */
const CONNECTION_PROBLEMS: ProblemTable = [
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

/** Node's error codes for failures while the content arrives. */
const CONTENT_PROBLEMS: ProblemTable = [
  [
    /^(ECONNRESET|EPIPE|ERR_STREAM_PREMATURE_CLOSE|Z_BUF_ERROR|HPE_\w+)$/,
    "the content was cut short",
  ],
  [/^(Z_|ERR_.{0,20}BROTLI|ERR__ERROR)/, "the content does not match its Content-Encoding"],
];

/** Advice, keyed by the first digit of the HTTP status. */
const STATUS_ADVICE: Readonly<Record<number, string>> = {
  4: "Check that the URL is still valid",
  5: "Try again once the server has recovered",
};

export function statusError(target: FetchTarget, status: number): InputFetchError {
  const response = [status, STATUS_CODES[status] ?? ""].join(" ").trimEnd();
  const advice = STATUS_ADVICE[Math.floor(status / 100)];
  return new InputFetchError(target, `the server responded with ${response}`, advice);
}

/** The problem if the connection failed before a response; undefined for any other error. */
export function connectionProblem(error: unknown): Problem | undefined {
  if (error instanceof RefusedAddressError) return { problem: error.message, advice: undefined };
  return find(CONNECTION_PROBLEMS, error, "the connection failed");
}

/** The problem if the content failed to arrive; undefined for any other error. */
export function contentProblem(
  error: unknown,
  gotBytes: number,
  declaredBytes: number | undefined,
): string | undefined {
  const found = find(CONTENT_PROBLEMS, error, "the content did not arrive")?.problem;
  if (!found?.startsWith("the content was cut short")) return found;
  const whole = declaredBytes === undefined ? "" : ` of ${formatBytes(declaredBytes)}`;
  return `${found} after ${formatBytes(gotBytes)}${whole}`;
}

/** Finds an error's problem. Undefined if it has no code: then it isn't a connection failure. */
function find(table: ProblemTable, error: unknown, otherProblem: string): Problem | undefined {
  const { code }: { code?: unknown } = Object(error);
  if (typeof code !== "string") return undefined;
  const [, problem, advice] = table.find(([pattern]) => pattern.test(code)) ?? [/./, otherProblem];
  return { problem: `${problem} (${code})`, advice };
}
