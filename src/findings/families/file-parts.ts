import type { FilePart } from "../../core/conduct.ts";
import type { Trace } from "../../core/trace.ts";
import { traitsOf } from "../../faults/find-kind.ts";
import { isSuccess, succeeded } from "../status-reads.ts";

/** Whether a client received a whole, undamaged file in one response. */
export function isWholeFile(trace: Trace): boolean {
  const { part, responseBytes } = trace;
  return succeeded(trace) && (part === undefined || responseBytes === part.fileBytes);
}

/** Whether the parts that a client received of a file add up to all of it. */
export function isPiecedTogether(
  { etag, fileBytes }: FilePart,
  downloads: readonly Trace[],
): boolean {
  const pieces = downloads
    .filter((each) => each.part?.etag === etag && isCorrectAsFarAsItGoes(each))
    .map((each) => ({ from: each.part?.from ?? 0, bytes: each.responseBytes }))
    .sort((a, b) => a.from - b.from);
  const reached = pieces.reduce(
    (end, { from, bytes }) => (from > end ? end : Math.max(end, from + bytes)),
    0,
  );
  return reached === fileBytes;
}

function isCorrectAsFarAsItGoes({ status, faultKind }: Trace): boolean {
  if (!isSuccess(status)) return false;
  return faultKind === undefined || traitsOf(faultKind).isBodyCorrect;
}
