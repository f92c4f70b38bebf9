import type { Mutable } from "../core/mutable.ts";
import type { Trace } from "../core/trace.ts";
import { Records } from "./records.ts";

/** Maximum number of exchanges in the contract report. */
export const MAX_TRACES = 100_000;

/** Approximate maximum total size in bytes. */
const MAX_BYTES = 64 * 1024 ** 2;

/** Approximate size of a trace without the client's strings. */
const BASE_BYTES = 300;

/**
 * The traces of a sandbox's exchanges, for the contract report. They have no headers or bodies, so
 * far more of them are kept than exchanges in the journal.
 */
export class Traces extends Records<Trace> {
  constructor(maxCount: number = MAX_TRACES) {
    super({ maxCount, maxBytes: MAX_BYTES }, sizeOf);
  }

  /** Notes the hash of a request's body that arrived after the response. */
  noteBody(trace: Mutable<Trace>, bodyHash: string | undefined): void {
    if (bodyHash !== undefined) trace.bodyHash = bodyHash;
  }
}

function sizeOf({ url, problems, error, undocumented = [] }: Trace): number {
  if (problems.length === 0 && error === undefined && undocumented.length === 0)
    return BASE_BYTES + url.length;
  const texts = [...problems.map(({ path, message }) => path + message), ...undocumented];
  const textLength = texts.reduce((sum, { length }) => sum + length, 0);
  return BASE_BYTES + url.length + (error?.message.length ?? 0) + textLength;
}
