import type { Exchange } from "../core/exchange.ts";
import type { Paint } from "./paint.ts";

/** Widths of the columns: the longest operation is `downloadFromDataset`, the longest state `cancelling`. */
const WIDTH = { operation: 19, job: 12, state: 10, duration: 9 };

/**
 * An exchange on one line for people: time on the sandbox's clock (UTC), operation, status, beginning of the job's ID,
 * state of the job, how long it took, and what was unusual.
 */
export function prettyExchange(exchange: Exchange, paint: Paint): string {
  const { operationId, method, url, response, jobId = "", jobState = "", durationMs } = exchange;
  const operation = operationId ?? `${method} ${url.split("?")[0]}`;
  const status = response.status === 0 ? "-" : String(response.status);
  const columns = [
    paint.dim(new Date(exchange.at).toISOString().slice(11, 23)),
    printable(operation).padEnd(WIDTH.operation),
    statusPaint(response.status, paint)(status.padStart(3)),
    paint.cyan(printable(jobId).slice(0, WIDTH.job).padEnd(WIDTH.job)),
    jobState.padEnd(WIDTH.state),
    paint.dim(`${durationMs.toFixed(durationMs < 10 ? 1 : 0)} ms`.padStart(WIDTH.duration)),
    remarks(exchange, paint),
  ];
  return columns.join("  ").trimEnd();
}

/** An exchange as one line of JSON: no headers and no bodies, so never a key. */
export function jsonExchange(exchange: Exchange, sandboxName: string): string {
  const { request: _request, response, at, wallAt, ...rest } = exchange;
  return JSON.stringify({
    at: new Date(at).toISOString(),
    wallAt: new Date(wallAt).toISOString(),
    sandbox: sandboxName,
    status: response.status,
    ...rest,
  });
}

function statusPaint(status: number, paint: Paint): (text: string) => string {
  if (status >= 500 || status === 0) return paint.red;
  return status >= 400 ? paint.yellow : paint.green;
}

function remarks({ fault, simError, problems, end }: Exchange, paint: Paint): string {
  const found: string[] = [];
  if (fault !== undefined) found.push(paint.magenta(`fault ${printable(fault)}`));
  if (simError !== undefined) found.push(paint.red(simError));
  if (end === "aborted") found.push(paint.red("cut off"));
  const [problem] = problems;
  if (problem !== undefined) {
    const more = problems.length > 1 ? ` (and ${problems.length - 1} more)` : "";
    found.push(paint.yellow(`${printable(messageOf(problem))}${more}`));
  }
  return found.join("  ");
}

function messageOf(problem: Exchange["problems"][number]): string {
  const isNamed = typeof problem === "object" && problem !== null && "message" in problem;
  return String(isNamed ? problem["message"] : JSON.stringify(problem));
}

/** Clients choose paths and IDs: what would steer a terminal is shown as `?`. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, "?");
}
