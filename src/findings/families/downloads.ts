import { FAULT_TRAITS } from "../../core/faults/fault-traits.ts";
import { flatMapInSteps, type Stepwise } from "../../core/steps.ts";
import type { Trace } from "../../core/trace.ts";
import type { CaseFile, JobCase } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import { isDownload, isIntact, isSuccess } from "../look.ts";
import { isPiecedTogether, isResumption, isWholeFile } from "./file-parts.ts";

/** Size in bytes above which the interface document recommends Parquet (part 4.2). */
const LARGE_BYTES = 100_000_000;

/** Judges what clients do with the files that they download. */
export function judgeDownloads(file: CaseFile): Stepwise<readonly Observation[]> {
  return flatMapInSteps(file.jobs, (jobCase) => {
    const downloads = jobCase.traces.filter(
      (trace) => isDownload(trace) && isSuccess(trace.status),
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

/** Whether the client received the whole file after all: in one later response, or in parts. */
function isRepaired(download: Trace, downloads: readonly Trace[]): boolean {
  const isLater = (trace: Trace): boolean => trace.id > download.id;
  if (downloads.some((later) => isLater(later) && isWholeFile(later))) return true;
  return downloads.some(isLater) && isPiecedTogether(download, downloads);
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
  const later = traces.filter((trace) => isDownload(trace) && trace.id > id);
  const triedAgain = later.some((trace) => !isResumption(trace, download));
  if (wasTold || triedAgain) return [];
  const what =
    later.length === 0
      ? "the client did not repeat it"
      : "the parts that the client downloaded later don't complete it";
  const sentence = `The download of job ${jobId}'s results was ${damage} (fault \`${fault}\`), and ${what}. Whether it reported an error can't be seen from outside.`;
  return [{ id: "went-on-after-bad-download", sentence, exchanges: [id], jobId }];
}
