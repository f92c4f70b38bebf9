import { afterPoll } from "../../core/clock-spec.ts";
import { isTerminal } from "../../core/job/state.ts";
import { nextStateAt, viewAt } from "../../core/job/view.ts";
import { oncePer } from "../../core/once-per.ts";
import { formatDuration } from "../../core/time.ts";
import { type CaseFile, isForcedBetween, type JobCase, lastTold, stateName } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { grouped } from "../grouped.ts";
import {
  asksForResults,
  endsUnread,
  isCorrectAsFarAsItGoes,
  isDownload,
  isLook,
  isPoll,
  isSuccess,
} from "../status-reads.ts";
import { isWholeFile } from "./downloads.ts";
import { failedRowsOf, isErrorFile } from "./failed-rows.ts";
import { ENOUGH_TRIES } from "./polling.ts";

/** Maximum acceptable number of complete downloads of the same file. */
const MAX_DOWNLOADS = 2;

export function judgeResults(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  return [
    ...unavailable(file, jobCase),
    ...beforeEndWasSeen(file, jobCase),
    ...tooLate(file, jobCase),
    ...neverDownloaded(file, jobCase),
    ...downloadedAgain(jobCase),
  ];
}

function unavailable(file: CaseFile, jobCase: JobCase): Observation[] {
  const requests = jobCase.traces.filter(asksForResults);
  return requests.flatMap((trace): Observation[] => {
    const { error, jobState, id } = trace;
    const { jobId, job, told } = jobCase;
    const what = `The client requested the results of job ${jobId}`;
    if (error?.code === "results-of-unsuccessful") {
      const known = told.findLast((it) => it.trace.id < id)?.state;
      // Another client may have canceled the job after its success.
      if (!job.timeline.isDryRun && known === "succeeded") return [];
      const why = job.timeline.isDryRun
        ? "was a dry run"
        : `was ${stateName(file, jobState ?? "failed")}`;
      const sentence = `${what}, which ${why}.`;
      return [{ id: "results-of-unsuccessful", sentence, exchanges: [trace], jobId }];
    }
    // If a job has succeeded, late results are not the client's fault.
    if (error?.code !== "results-not-ready" || jobState === "succeeded" || jobState === undefined)
      return [];
    // The client had been told that the job had succeeded, so the request was not too early.
    if (told.some((it) => it.state === "succeeded" && it.trace.id < id)) return [];
    const sentence = `${what} while it was ${stateName(file, jobState)}.`;
    return [{ id: "results-too-early", sentence, exchanges: [trace], jobId }];
  });
}

/** The jobs that webhooks were about, and the ID of the last request that listed files, or 0. */
const otherSourcesOf = oncePer(({ evidence: { deliveries = [], traces } }: CaseFile) => ({
  notified: new Set(deliveries.map(([attempt]) => attempt?.jobId)),
  lastList: traces.findLast(({ use }) => use === "listFiles")?.id ?? 0,
}));

/** Finds results that were ready only because the last status request moved the `poll` clock. */
function beforeEndWasSeen(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, looks, traces } = jobCase;
  const { clock } = file.evidence;
  const request = traces.find((trace) => asksForResults(trace) && !isLook(trace));
  const seen = lastTold(file, jobCase);
  if (clock.mode !== "poll" || request === undefined || seen === undefined) return [];
  const { at } = seen.trace;
  const kinds = [at, request.at].map((time) => viewAt(job.timeline, time).results.kind);
  const isMovedByPoll = afterPoll(clock, at, nextStateAt(job.timeline, at)) === request.at;
  if (isTerminal(seen.state) || !isMovedByPoll || kinds.join() !== "notReady,ready") return [];
  // Another request, a progress stream, the test, or a webhook may have told the client more.
  if (seen.trace !== looks.at(-1) || !looks.every(isPoll)) return [];
  if (isForcedBetween(job, seen.trace, request)) return [];
  const { notified, lastList } = otherSourcesOf(file);
  if (notified.has(jobId) || lastList > seen.trace.id) return [];
  const sentence = `The client was last told that job ${jobId} was ${stateName(file, seen.state)}, and then requested its results. They were ready only because that status request had moved the \`poll\` clock.`;
  return [{ id: "results-too-early", sentence, exchanges: [seen.trace, request], jobId }];
}

/** Whether another worker's poll may have moved the clock, so that something expired too soon. */
const mayBeMoved = ({ evidence, width }: CaseFile) => evidence.clock.mode === "poll" && width > 1;

/** Finds clients that knew of a job's success, but requested the results after they expired. */
function tooLate(file: CaseFile, { jobId, job, told, traces }: JobCase): Observation[] {
  if (mayBeMoved(file)) return [];
  const known = told.find(({ state }) => state === "succeeded")?.trace;
  if (known === undefined || viewAt(job.timeline, known.at).results.kind !== "ready") return [];
  const [first] = traces.filter((trace) => asksForResults(trace) && trace.id > known.id);
  if (first?.error?.code !== "results-expired") return [];
  const sentence = `The client was told that job ${jobId} was ${stateName(file, "succeeded")}, but requested its results ${formatDuration(first.at - known.at)} later, after they had expired.`;
  return [{ id: "downloaded-too-late", sentence, exchanges: [known, first], jobId }];
}

const UNNAMED_CURE =
  "A job may succeed before its status contains a file's ID. Keep polling, with a limit, until the ID appears.";

const NOT_READY_CURE =
  "Results may become ready some time after the job has succeeded. Keep requesting them, with backoff and a limit.";

function neverDownloaded(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, told, traces } = jobCase;
  const { numRows } = job.timeline.plan;
  if (job.timeline.isDryRun || numRows === 0) return [];
  const lastRead = lastTold(file, jobCase);
  if (lastRead?.state !== "succeeded" || endsUnread(traces, lastRead.trace.id)) return [];
  const hasErrorFile = file.evidence.contract.errorFile !== undefined;
  if (hasErrorFile && failedRowsOf(jobCase) === numRows) return [];
  // A client that cancels a job doesn't want its results.
  if (traces.some(({ use }) => use === "cancelJob")) return [];
  const successes = told.filter(({ state }) => state === "succeeded");
  const toldAt = successes[0]?.trace.id ?? 0;
  // The response that reported success, or an earlier one, may have contained the results.
  const requests = traces.filter((it) => asksForResults(it) && !isErrorFile(file, it));
  const asked = requests.filter(({ id, status }) => id >= toldAt || isSuccess(status));
  const outputs = numRows === 1 ? "its output" : `its ${numRows} outputs`;
  const what = `The client was told that job ${jobId} was ${stateName(file, "succeeded")}`;
  // A response with only a URL for the results is not a download.
  if (!asked.some((trace) => isDownload(trace) || trace.error !== undefined)) {
    const exchanges = told.slice(-1).map(({ trace }) => trace);
    if (hasErrorFile && viewAt(job.timeline, lastRead.trace.at).results.kind === "notReady") {
      if (successes.length >= ENOUGH_TRIES) return [];
      const sentence = `${what} before the job had an output file, but did not poll again.`;
      const found = { exchanges, jobId, subject: "not named", cure: UNNAMED_CURE };
      return [{ id: "never-downloaded", sentence, ...found }];
    }
    const sentence = `${what}, but never downloaded ${outputs}.`;
    return [{ id: "never-downloaded", sentence, exchanges, jobId }];
  }
  const early = asked.filter(({ error }) => error?.code === "results-not-ready");
  const hasSome = asked.some((trace) => isDownload(trace) && isCorrectAsFarAsItGoes(trace));
  const last = asked.at(-1);
  if (!hasSome && last?.error?.code === "signed-url-expired" && !mayBeMoved(file)) {
    const sentence = `${what}, requested the results file after its URL had expired, and did not request a new URL.`;
    return [{ id: "never-downloaded", sentence, exchanges: [last], jobId }];
  }
  if (hasSome || last !== early.at(-1) || early.length >= ENOUGH_TRIES) return [];
  const statuses = early.map(({ status }) => status).join(", ");
  const sentence = `${what}, requested its results before they were ready (${statuses}), and did not request them again.`;
  const found = { exchanges: early, jobId, subject: "not ready", cure: NOT_READY_CURE };
  return [{ id: "never-downloaded", sentence, ...found }];
}

function downloadedAgain({ jobId, traces }: JobCase): Observation[] {
  // Polls whose responses contain the rows are judged as polls.
  const whole = traces.filter((it) => isDownload(it) && !isPoll(it) && isWholeFile(it));
  // If a job writes several files, only their paths distinguish them.
  const downloads = grouped(whole, ({ sent = [], use, url }) =>
    [...(use === "getFileContent" ? [url] : []), ...sent].join(" "),
  );
  return [...downloads].flatMap(([sent, same]): Observation[] => {
    if (same.length <= MAX_DOWNLOADS) return [];
    const parameters = sent === "" ? "" : ` (${sent.replaceAll("query.", "")})`;
    const sentence = `The client downloaded the same results of job ${jobId}${parameters} ${same.length} times.`;
    return [{ id: "downloaded-again", sentence, exchanges: same, jobId, subject: sent }];
  });
}
