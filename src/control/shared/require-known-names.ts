import { SimulatorError } from "../../core/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { JournalQuery } from "../arguments.ts";
import type { ControlHost } from "../host.ts";
import { requireJob } from "./require-job.ts";

const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE", "HEAD", "OPTIONS"];

/**
 * Throws a SimulatorError if a query names an operation or a method that doesn't exist: nothing
 * could ever match it.
 */
export function requireKnownOperation(
  { specOf }: ControlHost,
  sandbox: Sandbox,
  { operation, method }: JournalQuery,
): void {
  const ids = specOf(sandbox).operations.map(({ operationId }) => operationId);
  requireOneOf("operation", "an operation of the spec", { got: operation, known: ids });
  requireOneOf("method", "an HTTP method", { got: method?.toUpperCase(), known: METHODS });
}

/**
 * Throws a SimulatorError if a query names a fault rule or a job that the sandbox has never had.
 */
export function requireKnownSubjects(sandbox: Sandbox, { fault, jobId }: JournalQuery): void {
  const exchanges = sandbox.journal.exchanges();
  const rules = sandbox.scenario.faults.map(({ name }) => name);
  const fired = exchanges.flatMap((exchange) => exchange.fault ?? []);
  requireOneOf("fault", "the name of a fault rule", { got: fault, known: [...rules, ...fired] });
  const isSeen = exchanges.some((exchange) => exchange.jobId === jobId);
  if (jobId !== undefined && !isSeen) requireJob(sandbox, jobId);
}

function requireOneOf(
  path: string,
  expected: string,
  { got, known }: { readonly got: string | undefined; readonly known: readonly string[] },
): void {
  if (got === undefined || known.includes(got)) return;
  const near = nearest(got, known);
  const names = [...new Set(known)].map((name) => `\`${name}\``).join(", ");
  const hint =
    near === undefined
      ? names === ""
        ? "There are none."
        : `There are ${names}.`
      : `Did you mean \`${near}\`?`;
  const message = `Expected \`${path}\` to be ${expected}, got \`${got}\`. ${hint}`;
  throw new SimulatorError("SIM_ARGUMENT", message, { issues: [{ path, message }] });
}
