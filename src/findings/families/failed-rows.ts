import { withoutKey } from "../../core/api-key.ts";
import { counted } from "../../core/counted.ts";
import { outputFileId } from "../../core/file-rules.ts";
import type { InputProblem } from "../../core/job/facts.ts";
import { isTerminal } from "../../core/job/state.ts";
import { viewAt } from "../../core/job/view.ts";
import { endCounts } from "../../core/rows/end-counts.ts";
import type { Trace } from "../../core/trace.ts";
import { type CaseFile, type JobCase, lastTold, stateName, wasReported } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { addTo } from "../grouped.ts";
import { asksForResults, endsUnread, isCorrectAsFarAsItGoes, isDownload } from "../status-reads.ts";
import { FINDINGS_BY_CODE } from "./contract.ts";
import { isWholeFile } from "./downloads.ts";

/** A job with failed rows, if the client has not read why they failed. */
type Unread = { readonly toldId: number; readonly rows: number; readonly found: Observation };

/**
 * Judges whether a client downloads the file that says why rows failed, if the service has one. A
 * client whose later job has at most as many rows as failed is assumed to know these rows.
 */
export class FailedRowsJudge {
  readonly #unread: Unread[] = [];
  readonly #jobs: { readonly createdId: number; readonly rows: number }[] = [];

  see(file: CaseFile, jobCase: JobCase): void {
    if (file.evidence.contract.errorFile === undefined) return;
    this.#jobs.push({ createdId: jobCase.created.id, rows: jobCase.job.timeline.plan.numRows });
    const unread = unreadIn(file, jobCase);
    if (unread !== undefined) this.#unread.push(unread);
  }

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

function unreadIn(file: CaseFile, jobCase: JobCase): Unread | undefined {
  const { jobId, job, traces } = jobCase;
  const rows = failedRowsOf(jobCase);
  const told = lastTold(file, jobCase);
  if (rows === 0 || told?.state !== "succeeded") return undefined;
  const { id: toldId, at } = told.trace;
  if (viewAt(job.timeline, at).results.kind !== "ready") return undefined;
  // A view of the job with its rows also says why rows failed.
  if (traces.some((it) => isDownload(it) && (it.hasRows || isErrorFile(file, it))))
    return undefined;
  if (wasReported(file, jobId, toldId) || endsUnread(traces, toldId)) return undefined;
  const all = job.timeline.plan.numRows;
  const which = rows === all ? "all rows, so the job has no results file" : `${rows} of ${all}`;
  const sentence = `The client was told that job ${jobId} was ${stateName(file, "succeeded")} with failed rows (${which}), but never downloaded the file that explains the failures.`;
  const found = { id: "failed-rows-unread", sentence, exchanges: [told.trace], jobId } as const;
  return { toldId, rows, found };
}

/** Whether an exchange is about a job's error file, which contains no successful rows. */
export function isErrorFile({ evidence }: CaseFile, { url, jobId = "" }: Trace): boolean {
  const rule = evidence.contract.errorFile;
  return rule !== undefined && url.includes(encodeURIComponent(outputFileId(rule, jobId)));
}

export function failedRowsOf({ inputs }: JobCase): number {
  return inputs?.kind === "ready" ? (inputs.failedRows?.length ?? 0) : 0;
}

/** The response that told a client that a job had ended early with some rows finished. */
type PartialEnd = { readonly told: Trace; readonly what: string };

/** A key for a job's rows and settings; it doesn't depend on how the client sent them. */
export function workOf({ job, inputs, created }: JobCase): string | undefined {
  const { modelId, systemPrompt, jsonSchema, samplingParams, dryRun } = job.facts[0].submission;
  const rows = (inputs?.kind === "ready" ? inputs.digest : undefined) ?? created.requestDigest;
  return rows && JSON.stringify([rows, modelId, systemPrompt, jsonSchema, samplingParams, dryRun]);
}

/** Judges what a client does with the finished rows that a service keeps when a job ends early. */
export class PartialResultsJudge {
  /** By the key from `workOf`: the jobs that ended early with finished rows. */
  readonly #ends = new Map<string, [PartialEnd, ...PartialEnd[]]>();

  judge(file: CaseFile, jobCase: JobCase): readonly Observation[] {
    const { jobId, created, traces } = jobCase;
    const end = partialEndOf(jobCase);
    const work = end === undefined && this.#ends.size === 0 ? undefined : workOf(jobCase);
    const repeated = this.#ends.get(work ?? "")?.find(({ told }) => told.id < created.id);
    if (end !== undefined && work !== undefined) addTo(this.#ends, work, end);
    const found: Observation[] = [];
    if (repeated !== undefined) {
      const sentence = `${repeated.what}, and the client submitted all rows again as job ${jobId}.`;
      const exchanges = [repeated.told, created];
      found.push({ id: "finished-rows-repeated", sentence, exchanges, jobId, ...KEPT });
    }
    if (end === undefined || endsUnread(traces, end.told.id)) return found;
    const later = traces.filter((it) => asksForResults(it) && it.id >= end.told.id);
    if (later.every((it) => isErrorFile(file, it))) {
      const sentence = `${end.what}, but the client never downloaded the finished rows.`;
      found.push({ id: "finished-rows-dropped", sentence, exchanges: [end.told], jobId, ...KEPT });
    }
    return found;
  }
}

/** The assumption that a service keeps finished rows. */
const KEPT = { assumption: "unfinished-results" };

function partialEndOf({ jobId, job, inputs, told }: JobCase): PartialEnd | undefined {
  const last = told.find(({ state }) => isTerminal(state));
  // Public APIs say that a failed job has no results.
  if (last?.state !== "expired" && last?.state !== "cancelled") return undefined;
  const view = viewAt(job.timeline, last.trace.at);
  const { state, numRows, rowsCompleted, results } = view;
  if (state !== last.state || results.kind !== "ready") return undefined;
  if (endCounts(view, inputs).succeeded === 0) return undefined;
  const what = `Job ${jobId} ${state === "expired" ? "expired" : "was canceled"} with ${rowsCompleted} of ${counted(numRows, "row")} finished`;
  return { told: last.trace, what };
}

type Download = { readonly trace: Trace; readonly jobId: string; readonly numRows: number };

/** Finds jobs whose rows are exactly those of an earlier job that contain a line separator. */
export class SplitLinesJudge {
  /** Downloads, by the digest of the rows whose lines contain a line separator. */
  readonly #downloads = new Map<string, [Download, ...Download[]]>();

  judge({ jobId, inputs, created, traces }: JobCase): readonly Observation[] {
    if (inputs?.kind !== "ready") return [];
    const { numRows, digest = "" } = inputs;
    // A client may have reasons to repeat a whole job.
    const before = this.#downloads
      .get(digest)
      ?.find((each) => each.trace.id < created.id && each.numRows > numRows);
    for (const trace of traces) {
      const { splitInputs } = trace;
      if (splitInputs === undefined || !isWholeFile(trace) || !isCorrectAsFarAsItGoes(trace))
        continue;
      addTo(this.#downloads, splitInputs, { trace, jobId, numRows });
    }
    if (before === undefined) return [];
    const [rows, which] =
      numRows === 1
        ? ["1 row", "the successful row whose line contains"]
        : [`${numRows} rows`, "the successful rows whose lines contain"];
    const sentence = `The client submitted ${rows} of job ${before.jobId} again as job ${jobId}: exactly ${which} a line separator such as U+2028.`;
    return [{ id: "lines-split-wrongly", sentence, exchanges: [before.trace, created], jobId }];
  }
}

const MOST_NAMED = 3;

/** Judges a job's unusable inputs. A problem caused by the scenario is not the client's fault. */
export function judgeInputs({ evidence }: CaseFile, jobCase: JobCase): readonly Observation[] {
  const { jobId, job, inputs, created } = jobCase;
  if (inputs?.kind !== "refused") return [];
  const { reason, problems, code = "bad-url-input" } = inputs;
  const { outcome } = job.facts[0].profile;
  if (outcome.kind === "failed" && (outcome.file || !problems)) return [];
  const found = { exchanges: [created], jobId };
  if (problems === undefined) {
    const id = FINDINGS_BY_CODE[code] ?? "unusable-inputs";
    const shown = withoutKey(reason, evidence.apiKey);
    return [{ id, sentence: `Job ${jobId} can't run: ${shown}`, ...found }];
  }
  const named = problems.slice(0, MOST_NAMED).map(inWords);
  const more = problems.length - named.length;
  const others = more === 0 ? "" : `; and ${more} more`;
  const sentence = `Job ${jobId} failed because of its input file: ${named.join("; ")}${others}.`;
  return [{ id: "invalid-lines", sentence, ...found }];
}

function inWords({ code, message, line }: InputProblem): string {
  const where = line === null ? "" : `line ${line}: `;
  return `${where}${message.replace(/\.$/, "")} (${code})`;
}
