import { type OutputFile, outputFileId } from "../../core/files.ts";
import { viewAt } from "../../core/job/view.ts";
import { type CaseFile, lastTold, stateName, wasReported } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import type { JobCase } from "../job-cases.ts";
import { isDownload } from "../status-reads.ts";

/** A job with failed rows that its client has not read about. */
type Unread = { readonly toldId: number; readonly rows: number; readonly found: Observation };

/**
 * Judges whether a client that was told that rows failed reads why, if they are in a file of their own. A client that submits as
 * few rows again, or fewer, knows which. The judge must see all jobs in order of submission.
 */
export class FailedRowsJudge {
  readonly #unread: Unread[] = [];
  readonly #jobs: { readonly createdId: number; readonly rows: number }[] = [];

  see(file: CaseFile, jobCase: JobCase): void {
    const rule = file.evidence.contract.errorFile;
    if (rule === undefined) return;
    const { created, job } = jobCase;
    this.#jobs.push({ createdId: created.id, rows: job.timeline.plan.numRows });
    const unread = unreadIn(file, jobCase, rule);
    if (unread !== undefined) this.#unread.push(unread);
  }

  /** The findings, once it has seen all jobs. */
  finish(): readonly Observation[] {
    const jobs = this.#jobs.sort((a, b) => a.createdId - b.createdId);
    let fewest = Number.POSITIVE_INFINITY;
    return this.#unread
      .sort((a, b) => b.toldId - a.toldId)
      .filter(({ toldId, rows }) => {
        while ((jobs.at(-1)?.createdId ?? 0) > toldId)
          fewest = Math.min(fewest, jobs.pop()?.rows ?? fewest);
        return fewest > rows;
      })
      .map(({ found }) => found)
      .reverse();
  }
}

function unreadIn(file: CaseFile, jobCase: JobCase, rule: OutputFile): Unread | undefined {
  const { jobId, job, traces } = jobCase;
  const rows = failedRowsOf(jobCase);
  const told = lastTold(file, jobCase);
  if (rows === 0 || told?.state !== "succeeded") return undefined;
  const { id: toldId, at } = told.trace;
  if (viewAt(job.timeline, at).results.kind !== "ready") return undefined;
  const fileId = encodeURIComponent(outputFileId(rule, jobId));
  if (traces.some((trace) => isDownload(trace) && trace.url.includes(fileId))) return undefined;
  if (wasReported(file, jobId, toldId)) return undefined;
  const all = job.timeline.plan.numRows;
  const which = rows === all ? "all of them, so it has no other file" : `${rows} of ${all}`;
  const sentence = `The client was told that job ${jobId} was ${stateName(file, "succeeded")} with failed rows (${which}), and never downloaded the file that says why.`;
  const found = { id: "failed-rows-unread", sentence, exchanges: [toldId], jobId } as const;
  return { toldId, rows, found };
}

/** How many of a job's rows fail when they run. */
export function failedRowsOf({ job }: JobCase): number {
  const inputs = job.facts.find((fact) => fact.type === "inputs")?.outcome;
  return inputs?.kind === "ready" ? (inputs.failedRows?.length ?? 0) : 0;
}
