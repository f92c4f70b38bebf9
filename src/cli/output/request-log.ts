import type { Exchange, RecordedBody } from "../../core/exchange.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import { UNPRINTABLE } from "../../core/visible-text.ts";
import type { Paint } from "./paint.ts";

/** Column widths that fit the longest operation and state; a longer title shifts later columns. */
const WIDTH = { sandbox: 16, operation: 19, job: 12, state: 10, duration: 9 };

/**
 * An exchange on one line for people: time on the sandbox's clock (UTC), sandbox, operation,
 * status, beginning of the job's ID, job state, duration, method and path with the results format,
 * and anything unusual.
 */
export function prettyExchange(exchange: Exchange, sandboxTitle: string, paint: Paint): string {
  const { operationId = "-", response, jobId = "", jobState = "", durationMs } = exchange;
  const { method, url, format } = exchange;
  const isFailure = response.status >= 500 || response.status === 0;
  const paintStatus = isFailure ? paint.red : response.status >= 400 ? paint.yellow : paint.green;
  const status = response.status === 0 ? "-" : String(response.status);
  const columns = [
    paint.dim(new Date(exchange.at).toISOString().slice(11, 23)),
    printable(sandboxTitle).padEnd(WIDTH.sandbox),
    printable(operationId).padEnd(WIDTH.operation),
    paintStatus(status.padStart(3)),
    paint.cyan(printable(jobId).slice(0, WIDTH.job).padEnd(WIDTH.job)),
    jobState.padEnd(WIDTH.state),
    paint.dim(`${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`.padStart(WIDTH.duration)),
    printable(`${method} ${url.split("?")[0]}${format === undefined ? "" : ` (${format})`}`),
    remarks(exchange, paint),
  ];
  return columns.join("  ").trimEnd();
}

/** An exchange as JSON, without rule checks. Omits headers and bodies, which may contain keys. */
export function jsonExchange(exchange: Exchange, sandboxName: string, title: string): string {
  const { request: _request, rules: _rules, response, at, wallAt, ...rest } = exchange;
  return JSON.stringify({
    at: new Date(at).toISOString(),
    wallAt: new Date(wallAt).toISOString(),
    sandbox: sandboxName,
    ...(title !== sandboxName && { title }),
    status: response.status,
    ...rest,
  });
}

function remarks(exchange: Exchange, paint: Paint): string {
  const { fault, simError, end } = exchange;
  const found: string[] = [];
  if (fault !== undefined) found.push(paint.magenta(`fault ${printable(fault)}`));
  if (simError !== undefined) found.push(paint.red(simError));
  if (end === "aborted") found.push(paint.red("cut off"));
  const reason = reasonOf(exchange);
  if (reason !== undefined) found.push(paint.yellow(printable(reason)));
  return found.join("  ");
}

/** Why a request was refused: its first problem or, if it has none, the response's message. */
function reasonOf({ problems, response }: Exchange): string | undefined {
  const [problem] = problems;
  if (problem === undefined) return response.status >= 400 ? detailOf(response.body) : undefined;
  const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
  return problem.message + more;
}

/** Fields that may describe an error in words, in order of preference. */
const DETAIL_KEYS = ["detail", "message", "title", "error"];

function detailOf(body: RecordedBody | undefined): string | undefined {
  // A fault may have sent arbitrary bytes, and the journal may hold only part of them.
  const value = parseJson(body?.text ?? "");
  if (!isJsonObject(value)) return undefined;
  return DETAIL_KEYS.map((key) => value[key]).find((detail) => typeof detail === "string");
}

/** Replaces control characters with `?`, because clients choose paths and IDs. */
function printable(text: string): string {
  return text.replace(UNPRINTABLE, "?");
}
