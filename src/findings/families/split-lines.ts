import type { Observation } from "../finding.ts";
import type { JobCase } from "../job-cases.ts";
import { isCorrectAsFarAsItGoes } from "../status-reads.ts";
import { isWholeFile } from "./downloads.ts";

/** A download whose lines have separators inside. */
type Download = { readonly id: number; readonly jobId: string; readonly numRows: number };

/**
 * Judges jobs that have exactly the rows whose lines a client breaks if it splits a downloaded file at more characters than line
 * feeds. It must see all jobs in order of submission.
 */
export class SplitLinesJudge {
  /** By the digest of these rows. */
  readonly #downloads = new Map<string, Download[]>();

  judge({ jobId, job, created, traces }: JobCase): readonly Observation[] {
    const inputs = job.facts.find((fact) => fact.type === "inputs")?.outcome;
    if (inputs?.kind !== "ready") return [];
    const { numRows, digest = "" } = inputs;
    // A client may have reasons to repeat a whole job.
    const before = this.#downloads
      .get(digest)
      ?.find((each) => each.id < created.id && each.numRows > numRows);
    for (const trace of traces) {
      const { id, splitInputs } = trace;
      if (splitInputs === undefined || !isWholeFile(trace) || !isCorrectAsFarAsItGoes(trace))
        continue;
      const known = this.#downloads.get(splitInputs) ?? [];
      this.#downloads.set(splitInputs, [...known, { id, jobId, numRows }]);
    }
    if (before === undefined) return [];
    const [rows, which, where] =
      numRows === 1
        ? ["1 row", "the one", "its line"]
        : [`${numRows} rows`, "those", "their lines"];
    const sentence = `The client submitted ${rows} of job ${before.jobId} again as job ${jobId}: exactly ${which} that had succeeded with a line separator such as U+2028 inside ${where}.`;
    return [{ id: "lines-split-wrongly", sentence, exchanges: [before.id, created.id], jobId }];
  }
}
