import { counted } from "./counted.ts";
import type { Integer } from "./json.ts";
import type { SimulatorErrorCode } from "./simulator-error-table.ts";

/** A problem with a request, and its location. */
export type Problem = {
  /** A JSON Pointer into the body, or `query.<name>`, `header.<name>`, or `path.<name>`. */
  readonly path: string;
  /** The problem, as a sentence. */
  readonly message: string;
  /** Kind of problem, often a JSON Schema keyword such as `required`. */
  readonly type: string;
  /** ID of the assumption behind the requirement, unless the spec states this ID at `path`. */
  readonly assumption?: string;
};

/** Codes of the service's errors; the spec's `x-errors` defines their statuses and bodies. */
export type ApiErrorCode =
  | "unauthenticated"
  | "forbidden"
  | "invalid-request"
  | "unknown-job"
  | "unknown-job-on-cancel"
  | "unknown-dataset"
  | "unknown-file"
  | "unusable-file"
  | "unknown-webhook"
  | "unknown-model"
  | "bad-url-input"
  | "row-too-long"
  | "job-not-ended"
  | "results-not-ready"
  | "results-of-unsuccessful"
  | "results-expired"
  | "signed-url-invalid"
  | "signed-url-expired"
  | "range-not-satisfiable"
  | "precondition-failed"
  | "rate-limited"
  | "body-too-large"
  | "unsupported-encoding"
  | "unknown-operation"
  | "wrong-address"
  | "method-not-allowed";

/** An error that the client under test receives as the imitated service's response. */
export class ApiError extends Error {
  readonly code: ApiErrorCode;
  readonly problems: readonly Problem[];
  readonly headers: Readonly<Record<string, string>>;

  /** `detail` is the sentence that the client reads. */
  constructor(
    code: ApiErrorCode,
    detail: string,
    more: Partial<Pick<ApiError, "problems" | "headers">> = {},
  ) {
    super(shortQuotes(detail));
    this.name = "ApiError";
    this.code = code;
    this.problems = (more.problems ?? []).map((problem) => ({
      ...problem,
      message: shortQuotes(problem.message),
    }));
    this.headers = more.headers ?? {};
  }
}

/** An error for an invalid request; its message states the first problem and counts the others. */
export function invalidRequest(
  problems: readonly Problem[],
  code: ApiErrorCode = "invalid-request",
): ApiError {
  const [first] = problems;
  const more = problems.length - 1;
  const suffix = more === 0 ? "" : ` (and ${counted(more, "more problem")})`;
  return new ApiError(code, `${first?.message ?? "The request is invalid."}${suffix}`, {
    problems,
  });
}

/** A problem with a value, and the value's location. */
export type Issue = {
  /** The file, if the value is from a file. */
  readonly file?: string;
  /** Line in the file, from 1. */
  readonly line?: Integer;
  /** Column in the line, from 1. */
  readonly column?: Integer;
  /** Path to the value, such as `faults[0].on`. */
  readonly path?: string;
  /** The problem, as a sentence. */
  readonly message: string;
};

/** An error for the test's author; the imitated service has no such errors. */
export class SimulatorError extends Error {
  override readonly name: string = "SimulatorError";
  /** The kind of error; docs/errors.md describes each kind. */
  readonly code: SimulatorErrorCode;
  /** All problems, with their locations. */
  readonly issues: readonly Issue[];

  constructor(
    code: SimulatorErrorCode,
    message: string,
    more: { issues?: readonly Issue[]; cause?: unknown } = {},
  ) {
    super(message, "cause" in more ? { cause: more.cause } : {});
    this.code = code;
    this.issues = more.issues ?? [];
  }
}

/** An error whose message lists all problems. */
export function issuesError(code: SimulatorErrorCode, issues: readonly Issue[]): SimulatorError {
  return new SimulatorError(code, issues.map(({ message }) => message).join("\n"), { issues });
}

/** An error from a store; `cause` is the original error from the database or the file. */
export function storeError(message: string, cause?: unknown): SimulatorError {
  return new SimulatorError("SIM_STORE", message, cause === undefined ? {} : { cause });
}

/** Thrown to end work when the simulator stops. No caller waits for the work's result then. */
export class StoppedError extends Error {}

/** Whether work took too many steps. Checks `code`, because the error's class is loaded lazily. */
export function isStepLimit(error: unknown): error is Error {
  return error instanceof Error && "code" in error && error.code === "STEP_LIMIT";
}

/** Maximum length of a quotation in a message, in characters. */
const MAX_QUOTED = 200;

/** Maximum length of a message, in characters. */
const MAX_LENGTH = 4000;

/** Shortens a long message and its quotations (in backticks), whose text comes from clients. */
function shortQuotes(message: string): string {
  if (message.length <= MAX_QUOTED) return message;
  const parts = message.split("`", MAX_LENGTH);
  const short = parts.map((part, index) => (index % 2 === 1 ? shortened(part, MAX_QUOTED) : part));
  return shortened(short.join("`"), MAX_LENGTH);
}

function shortened(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length).replace(/[\ud800-\udbff]$/, "")}…`;
}

/** `file:line:column path: message`, which editors turn into a link. Omits unknown parts. */
export function formatIssue({ file, line, column, path = "", message }: Issue): string {
  const place = [file, line, column].filter((part) => part !== undefined).join(":");
  const where = [place, path].filter((part) => part !== "").join(" ");
  return where === "" ? message : `${where}: ${message}`;
}

/** An error's message, or any other thrown value as text. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
