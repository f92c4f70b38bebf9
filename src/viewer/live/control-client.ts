import { CONTROL_PATH, PAGE_HEADER, SANDBOX_HEADER } from "../../control/control-path.ts";
import { bodyText, type ControlCall } from "../model/commands.ts";

/** A problem with one line or value of what was sent. */
export type ProblemIssue = {
  readonly path: string;
  readonly message: string;
  readonly line?: number;
  readonly column?: number;
};

/** The control API rejected a request, or can't be reached. */
export class ControlError extends Error {
  /** Such as `SIM_ARGUMENT`; empty if the server can't be reached. */
  readonly code: string;
  readonly issues: readonly ProblemIssue[];

  constructor(code: string, message: string, issues: readonly ProblemIssue[] = []) {
    super(message);
    this.code = code;
    this.issues = issues;
  }
}

/** Sends a request about a sandbox. Rejects with a ControlError. */
export async function send<Response>(
  { method, path, body }: ControlCall,
  sandbox: string,
): Promise<Response> {
  const response = await fetch(CONTROL_PATH + path, {
    method,
    headers: headersFor(sandbox),
    ...(body === undefined ? {} : { body: bodyText(body) ?? "" }),
  }).catch((error: unknown) => {
    throw new ControlError("", `The simulator can't be reached: ${String(error)}`);
  });
  const text = await response.text();
  if (response.ok) return (text === "" ? undefined : JSON.parse(text)) as Response;
  throw controlErrorOf(text, response.status);
}

/** Reads from the control API about a sandbox. Rejects with a ControlError. */
export function get<Response>(path: string, sandbox = ""): Promise<Response> {
  return send({ method: "GET", path }, sandbox);
}

/** The headers of each request of the page. Without `x-sim-page`, a cookie allows only reading. */
export function headersFor(sandbox: string): Record<string, string> {
  return { [PAGE_HEADER]: "1", ...(sandbox === "" ? {} : { [SANDBOX_HEADER]: sandbox }) };
}

/** The error in a response's body. */
export function controlErrorOf(text: string, status: number): ControlError {
  try {
    const { code, detail, issues = [] } = JSON.parse(text);
    return new ControlError(String(code), String(detail), issues);
  } catch {
    return new ControlError("", `The simulator responded with ${status}.`);
  }
}
