import type { Assumptions } from "../core/assumption.ts";
import { base62OfHex } from "../core/rng.ts";
import type { CallContext, RowContext } from "./call-context.ts";

/**
 * The ID of a new job: a hash of the seed, the sandbox, the request, and the number of identical
 * requests before it. It doesn't depend on the order in which different submissions arrive
 * (assumption `job-id-format`).
 */
export function nextJobId(context: CallContext, requestDigest: string): string {
  const before = context.sandbox.state.submissions.get(requestDigest) ?? 0;
  return jobIdOf(hashFor(context, "job", requestDigest, before), context.rules.assumptions);
}

/** Makes a job ID from a hash. A pattern contains `{base62}` (22 characters) or `{uuid}`. */
export function jobIdOf(hex: string, assumptions: Assumptions): string {
  const format = assumptions["job-id-format"];
  if (typeof format === "string" && format.includes("{")) return patternId(format, hex);
  if (format === "hex24") return hex.slice(0, 24);
  return format === "uuid" ? uuidOf(hex) : `job-${uuidOf(hex)}`;
}

function hashFor(
  { services, sandbox: { seed, name } }: RowContext,
  kind: string,
  ...content: readonly (string | number)[]
): string {
  return services.digest(JSON.stringify([kind, seed, name, ...content]));
}

/** The ID of a new dataset: `dataset-` followed by a UUID (assumption `dataset-operations`). */
export function nextDatasetId(context: CallContext): string {
  return `dataset-${uuidOf(hashFor(context, "dataset", context.sandbox.state.datasets.size))}`;
}

/** A new file's ID (assumption `file-id-format`); identical uploads get different IDs. */
export function nextFileId(context: RowContext, content: readonly string[]): string {
  const { storedFiles } = context.sandbox.state;
  const format = String(context.rules.assumptions["file-id-format"] ?? "file-{base62}");
  return unusedId(storedFiles, (repeats) =>
    patternId(format, hashFor(context, "file", ...content, repeats)),
  );
}

/** An unused ID for an upload; after a reset, the same requests produce the same ID. */
export function nextUploadId(context: RowContext, content: readonly string[]): string {
  const { uploads } = context.sandbox.state;
  return unusedId(uploads, (repeats) =>
    base62OfHex(hashFor(context, "upload", ...content, repeats)),
  );
}

/**
 * The first unused ID, provided that no ID after it is in use. The search is binary, because the
 * same upload may be repeated thousands of times.
 */
function unusedId(
  taken: Pick<ReadonlyMap<string, unknown>, "has">,
  idAfter: (repeats: number) => string,
): string {
  let used = -1;
  let unused = 0;
  let id = idAfter(unused);
  while (taken.has(id)) {
    used = unused;
    unused = 2 * unused + 1;
    id = idAfter(unused);
  }
  while (unused - used > 1) {
    const middle = Math.floor((used + unused) / 2);
    const found = idAfter(middle);
    if (taken.has(found)) used = middle;
    else [unused, id] = [middle, found];
  }
  return id;
}

function patternId(pattern: string, hex: string): string {
  return pattern.replace("{base62}", () => base62OfHex(hex)).replace("{uuid}", () => uuidOf(hex));
}

/** The ID of a run without a job: the same for identical requests at the same instant. */
export function nextRunId(context: CallContext, requestDigest: string): string {
  return `run-${uuidOf(hashFor(context, "run", requestDigest, context.now))}`;
}

/** A version 8 UUID (RFC 9562: the application defines its bits) from the first half of a hash. */
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
