import type { ClientJudge } from "../control/host.ts";
import { inSlices } from "../engine/in-slices.ts";
import type { OpenSandboxes } from "./open-sandboxes.ts";
import type { ReportBook } from "./report-book.ts";

/** Judges a server's clients while other work runs. */
export function judgeOf(book: ReportBook, { sandboxes }: OpenSandboxes): ClientJudge {
  return {
    report: (judging) => inSlices(book.report(sandboxes.all(), judging)),
    reportOn: (sandbox, judging) => inSlices(book.reportOn(sandbox, judging)),
    expectFinding: (expected) => book.expect(expected),
    expectClientError: (sandbox, jobId) => book.expectClientError(sandbox, jobId),
  };
}
