import type { Trace } from "../../core/trace.ts";
import { type CaseFile, type JobCase, lastTold, stateName } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { succeeded } from "../look.ts";

/** How often the same file may be downloaded in full. */
const MAX_DOWNLOADS = 2;

/** When a client asks for results. */
export function judgeResults(file: CaseFile): readonly Observation[] {
  return file.jobs.flatMap((jobCase) => [
    ...unavailable(file, jobCase),
    ...neverDownloaded(file, jobCase),
    ...downloadedAgain(jobCase),
  ]);
}

function unavailable(file: CaseFile, jobCase: JobCase): Observation[] {
  const asked = jobCase.traces.filter(({ use }) => use === "getResults");
  return asked.flatMap((trace): Observation[] => {
    const { error, jobState, id } = trace;
    const { jobId, job } = jobCase;
    const what = `Results of job ${jobId} were asked for`;
    if (error?.code === "results-of-unsuccessful") {
      const why = job.timeline.isDryRun
        ? "which was a dry run"
        : `which was ${stateName(file, jobState ?? "failed")}`;
      const sentence = `${what}, ${why}.`;
      return [{ id: "results-of-unsuccessful", sentence, exchanges: [id], jobId }];
    }
    // That the results of a job that has succeeded come late is the service's doing.
    if (error?.code !== "results-not-ready" || jobState === "succeeded" || jobState === undefined)
      return [];
    const sentence = `${what} while it was ${stateName(file, jobState)}.`;
    return [{ id: "results-too-early", sentence, exchanges: [id], jobId }];
  });
}

function neverDownloaded(file: CaseFile, jobCase: JobCase): Observation[] {
  const { jobId, job, told, traces } = jobCase;
  if (job.timeline.isDryRun || job.timeline.plan.numRows === 0) return [];
  const knows = lastTold(file, jobCase)?.state === "succeeded";
  const toldAt = told.find(({ state }) => state === "succeeded")?.trace.id ?? 0;
  // Whoever cancels a job doesn't want its results, should there be some after all.
  const isSettled = traces.some(
    ({ use, id }) => use === "cancelJob" || (use === "getResults" && id > toldAt),
  );
  if (!knows || isSettled) return [];
  const exchanges = told.slice(-1).map(({ trace }) => trace.id);
  const name = stateName(file, "succeeded");
  const sentence = `The client was told that job ${jobId} was ${name}, and never downloaded its ${job.timeline.plan.numRows} results.`;
  return [{ id: "never-downloaded", sentence, exchanges, jobId }];
}

function downloadedAgain({ jobId, traces }: JobCase): Observation[] {
  const downloads = new Map<string, Trace[]>();
  for (const trace of traces) {
    if (trace.use !== "getResults" || !succeeded(trace)) continue;
    const key = (trace.sent ?? []).join(" ");
    downloads.set(key, [...(downloads.get(key) ?? []), trace]);
  }
  return [...downloads].flatMap(([sent, same]): Observation[] => {
    if (same.length <= MAX_DOWNLOADS) return [];
    const sentence = `The same results of job ${jobId} (${sent.replaceAll("query.", "")}) were downloaded ${same.length} times in full.`;
    const exchanges = same.map(({ id }) => id);
    return [{ id: "downloaded-again", sentence, exchanges, jobId, subject: sent }];
  });
}
