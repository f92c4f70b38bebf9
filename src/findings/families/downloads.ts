import { FAULT_TRAITS } from "../../core/faults/fault-traits.ts";
import type { Trace } from "../../core/trace.ts";
import type { CaseFile, JobCase } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { isIntact, isSuccess, succeeded } from "../look.ts";

/** Size in bytes above which the interface document recommends Parquet (part 4.2). */
const LARGE_BYTES = 100_000_000;

/** Judges what clients do with the files that they download. */
export function judgeDownloads(file: CaseFile): readonly Observation[] {
  return file.jobs.flatMap((jobCase) => {
    const downloads = jobCase.traces.filter(
      ({ use, status }) => use === "getResults" && isSuccess(status),
    );
    return [
      ...downloads.flatMap((download) => aborted(jobCase, download, downloads)),
      ...downloads.flatMap((download) => tooLarge(file, jobCase, download)),
      ...downloads.flatMap((download) => damaged(file, jobCase, { download, downloads })),
    ];
  });
}

function aborted(
  { jobId }: JobCase,
  download: Trace,
  downloads: readonly Trace[],
): readonly Observation[] {
  const { end, responseBytes, id } = download;
  if (end !== "aborted" || !isIntact(download) || isRepaired(download, downloads)) return [];
  const sentence = `The client aborted the download of job ${jobId}'s results after ${responseBytes} bytes had been sent.`;
  return [{ id: "download-aborted", sentence, exchanges: [id], jobId }];
}

function isRepaired({ id }: Trace, downloads: readonly Trace[]): boolean {
  return downloads.some((later) => later.id > id && succeeded(later));
}

function tooLarge(file: CaseFile, { jobId }: JobCase, download: Trace): readonly Observation[] {
  const { responseBytes, id } = download;
  if (responseBytes <= LARGE_BYTES || formatOf(file, download) !== "json") return [];
  const megabytes = Math.round(responseBytes / 1_000_000);
  const sentence = `The client downloaded the results of job ${jobId} as JSON (${megabytes} MB); above 100 MB, Parquet is recommended.`;
  return [{ id: "large-json", sentence, exchanges: [id], jobId }];
}

/** The results format that a request named. */
export function formatOf(
  { evidence }: CaseFile,
  { operationId, sent = [] }: Trace,
): string | undefined {
  const operation = evidence.contract.operations.find((each) => each.operationId === operationId);
  const place = operation?.parameters.find(({ field }) => field === "format")?.place;
  return sent.find((each) => each.startsWith(`${place}=`))?.slice((place?.length ?? 0) + 1);
}

function damaged(
  { evidence }: CaseFile,
  { jobId, traces }: JobCase,
  { download, downloads }: { readonly download: Trace; readonly downloads: readonly Trace[] },
): readonly Observation[] {
  const { faultKind, fault, id } = download;
  const damage = faultKind === undefined ? undefined : FAULT_TRAITS[faultKind].bodyDamage;
  if (damage === undefined || isRepaired(download, downloads)) return [];
  const wasTold = evidence.clientErrors.some(
    (told) => told.afterExchange >= id && (told.jobId ?? jobId) === jobId,
  );
  const triedAgain = traces.some((trace) => trace.use === "getResults" && trace.id > id);
  if (wasTold || triedAgain) return [];
  const sentence = `The download of job ${jobId}'s results was ${damage} (fault \`${fault}\`), and the client did not repeat it. Whether it reported an error can't be seen from outside.`;
  return [{ id: "went-on-after-bad-download", sentence, exchanges: [id], jobId }];
}
