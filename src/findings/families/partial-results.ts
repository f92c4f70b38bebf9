import { isTerminal, type TerminalState } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import type { Trace } from "../../core/trace.ts";
import type { Observation } from "../finding.ts";
import type { JobCase } from "../job-cases.ts";
import { asksForResults } from "../status-reads.ts";

/** A job that ended early with rows that had finished, as the client was told. */
type PartialEnd = { readonly jobId: string; readonly told: Trace; readonly what: string };

const ENDED: Readonly<Record<Exclude<TerminalState, "succeeded">, string>> = {
  expired: "expired",
  cancelled: "was canceled",
  failed: "failed",
};

/**
 * Judges what a client does with the rows that finished in a job that ended early, if the service keeps them. It must see all
 * jobs in order of submission.
 */
export class PartialResultsJudge {
  /** By request. */
  readonly #ends = new Map<string, PartialEnd[]>();

  judge(jobCase: JobCase): readonly Observation[] {
    const { jobId, created, traces } = jobCase;
    const { requestDigest } = created;
    const others = this.#ends.get(requestDigest ?? "") ?? [];
    const end = partialEndOf(jobCase);
    if (end !== undefined && requestDigest !== undefined)
      this.#ends.set(requestDigest, [...others, end]);
    const repeated = others.find(({ told }) => told.id < created.id);
    return [
      ...(repeated === undefined ? [] : [rowsRepeated(repeated, jobCase)]),
      ...(end === undefined || traces.some((it) => asksForResults(it) && it.id >= end.told.id)
        ? []
        : [rowsDropped(jobId, end)]),
    ];
  }
}

/** The assumption that a service keeps such rows. */
const KEPT = { assumption: "unfinished-results" };

function rowsRepeated({ told, what }: PartialEnd, { jobId, created }: JobCase): Observation {
  const sentence = `${what}, and the client submitted all of its rows again as job ${jobId}.`;
  return {
    id: "finished-rows-repeated",
    sentence,
    exchanges: [told.id, created.id],
    jobId,
    ...KEPT,
  };
}

function rowsDropped(jobId: string, { told, what }: PartialEnd): Observation {
  const sentence = `${what}, and the client never downloaded them.`;
  return { id: "finished-rows-dropped", sentence, exchanges: [told.id], jobId, ...KEPT };
}

function partialEndOf({ jobId, job, told }: JobCase): PartialEnd | undefined {
  const last = told.find(({ state }) => isTerminal(state));
  if (last === undefined || !isTerminal(last.state) || last.state === "succeeded") return undefined;
  const { state, numRows, rowsCompleted, results } = viewAt(job.timeline, last.trace.at);
  if (state !== last.state || rowsCompleted === 0 || results.kind !== "ready") return undefined;
  const what = `Job ${jobId} ${ENDED[last.state]} with ${rowsCompleted} of ${numRows} rows finished`;
  return { jobId, told: last.trace, what };
}
