import type { Assumptions } from "../core/assumption.ts";
import { base62OfHex } from "../core/rng.ts";
import type { CallContext } from "./call-context.ts";

/**
 * The ID of a new job: a hash of the seed, the sandbox, the request, and the number of identical
 * requests before it. It doesn't depend on the order in which different submissions arrive
 * (assumption `job-id-format`).
 */
export function nextJobId(context: CallContext, requestDigest: string): string {
  const before = context.sandbox.state.submissions.get(requestDigest) ?? 0;
  const hex = context.services.digest(
    JSON.stringify(["job", context.sandbox.seed, context.sandbox.name, requestDigest, before]),
  );
  return jobIdOf(hex, context.rules.assumptions);
}

/**
 * A job ID made from a hash (assumption `job-id-format`). An overlay may also give a pattern with
 * `{base62}` (22 letters and digits) or `{uuid}`.
 */
export function jobIdOf(hex: string, assumptions: Assumptions): string {
  const format = assumptions["job-id-format"];
  if (typeof format === "string" && format.includes("{")) return patternId(format, hex);
  if (format === "hex24") return hex.slice(0, 24);
  return format === "uuid" ? uuidOf(hex) : `job-${uuidOf(hex)}`;
}

type IdContext = Pick<CallContext, "sandbox" | "services" | "rules">;

/** The ID of a new dataset: `dataset-` followed by a UUID (assumption `dataset-operations`). */
export function nextDatasetId(context: CallContext): string {
  const before = context.sandbox.state.datasets.size;
  const hex = context.services.digest(
    JSON.stringify(["dataset", context.sandbox.seed, context.sandbox.name, before]),
  );
  return `dataset-${uuidOf(hex)}`;
}

/**
 * The ID of an uploaded file (assumption `file-id-format`): the same for the same upload, unless an
 * identical one came before it.
 */
export function nextFileId(context: IdContext, content: readonly string[]): string {
  const { storedFiles } = context.sandbox.state;
  const format = String(context.rules.assumptions["file-id-format"] ?? "file-{base62}");
  return unusedId(context, ["file", ...content], (hex) => {
    const fileId = patternId(format, hex);
    return storedFiles.has(fileId) ? undefined : fileId;
  });
}

/**
 * The ID of an upload. It differs from the IDs of other uploads, but is reproduced if the requests
 * are repeated after a reset.
 */
export function nextUploadId(context: IdContext, content: readonly string[]): string {
  const { uploads } = context.sandbox.state;
  return unusedId(context, ["upload", ...content], (hex) => {
    const uploadId = base62OfHex(hex);
    return uploads.has(uploadId) ? undefined : uploadId;
  });
}

/**
 * An unused ID, made from a hash that includes a number: the lowest with an unused ID, if there are
 * no gaps. Uses binary search, because the same upload may be repeated thousands of times.
 */
function unusedId(
  { sandbox, services }: IdContext,
  content: readonly string[],
  idOf: (hex: string) => string | undefined,
): string {
  const [kind = "", ...rest] = content;
  const idAfter = (repeats: number): string | undefined =>
    idOf(services.digest(JSON.stringify([kind, sandbox.seed, sandbox.name, ...rest, repeats])));
  let used = -1;
  let unused = 0;
  let id = idAfter(unused);
  while (id === undefined) {
    used = unused;
    unused = 2 * unused + 1;
    id = idAfter(unused);
  }
  while (unused - used > 1) {
    const middle = Math.floor((used + unused) / 2);
    const found = idAfter(middle);
    if (found === undefined) used = middle;
    else [unused, id] = [middle, found];
  }
  return id;
}

function patternId(pattern: string, hex: string): string {
  return pattern.replace("{base62}", () => base62OfHex(hex)).replace("{uuid}", () => uuidOf(hex));
}

/** The ID of a run without a job: the same for identical requests at the same instant. */
export function nextRunId(context: CallContext, requestDigest: string): string {
  const { seed, name } = context.sandbox;
  return `run-${uuidOf(context.services.digest(JSON.stringify(["run", seed, name, requestDigest, context.now])))}`;
}

/**
 * A version 8 UUID (RFC 9562), whose bits are defined by the application, from the first half of a
 * hash.
 */
function uuidOf(hex: string): string {
  const variant = ((Number.parseInt(hex.slice(16, 17), 16) & 0x3) | 0x8).toString(16);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `8${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join("-");
}
