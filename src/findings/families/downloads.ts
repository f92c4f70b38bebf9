import { counted } from "../../core/counted.ts";
import type { FilePart } from "../../core/reply.ts";
import type { Trace } from "../../core/trace.ts";
import { traitsOf } from "../../faults/find-kind.ts";
import { type CaseFile, type JobCase, wasReported } from "../case-file.ts";
import type { Observation } from "../finding.ts";
import {
  isCorrectAsFarAsItGoes,
  isDownload,
  isIntact,
  isSuccess,
  succeeded,
} from "../status-reads.ts";

/** Size in bytes above which the interface document recommends Parquet (part 4.2). */
const LARGE_BYTES = 100_000_000;

export function judgeDownloads(file: CaseFile, jobCase: JobCase): readonly Observation[] {
  const downloads = new JobDownloads(jobCase);
  const { successful } = downloads;
  return [
    ...successful.flatMap((download) => aborted(downloads, download)),
    ...successful.flatMap((download) => tooLarge(file, jobCase, download)),
    ...successful.flatMap((download) => damaged(file, downloads, download)),
  ];
}

function aborted(downloads: JobDownloads, download: Trace): Observation[] {
  const { jobId } = downloads;
  const { end, responseBytes } = download;
  if (end !== "aborted" || !isIntact(download) || downloads.isRepaired(download)) return [];
  const sentence = `The client aborted the download of job ${jobId}'s results after ${counted(responseBytes, "byte")} had been sent.`;
  return [{ id: "download-aborted", sentence, exchanges: [download], jobId }];
}

function tooLarge(file: CaseFile, { jobId }: JobCase, download: Trace): readonly Observation[] {
  const { responseBytes } = download;
  if (responseBytes <= LARGE_BYTES || formatOf(file, download) !== "json") return [];
  const megabytes = Math.round(responseBytes / 1_000_000);
  const sentence = `The client downloaded the results of job ${jobId} as JSON (${megabytes} MB); above 100 MB, Parquet is recommended.`;
  return [{ id: "large-json", sentence, exchanges: [download], jobId }];
}

function formatOf({ evidence }: CaseFile, { operationId, sent = [] }: Trace): string | undefined {
  const operation = evidence.contract.operations.find((each) => each.operationId === operationId);
  const place = operation?.parameters.find(({ field }) => field === "format")?.place;
  return sent.find((each) => each.startsWith(`${place}=`))?.slice((place?.length ?? 0) + 1);
}

function damaged(file: CaseFile, downloads: JobDownloads, download: Trace): Observation[] {
  const { jobId } = downloads;
  const { faultKind, fault, hasRows, id } = download;
  const { bodyDamage: damage, changesField } = faultKind === undefined ? {} : traitsOf(faultKind);
  if (damage === undefined || downloads.isRepaired(download)) return [];
  // If a status response includes the rows, the fault may have changed another field.
  if (hasRows === true && changesField === true) return [];
  if (wasReported(file, jobId, id) || downloads.isRepeated(download)) return [];
  const what = downloads.isContinued(download)
    ? "the parts that the client downloaded later don't complete it"
    : "the client did not repeat it";
  const sentence = `The download of job ${jobId}'s results was ${damage} (fault \`${fault}\`), and ${what}. batch-sim can't see whether the client reported an error.`;
  return [{ id: "went-on-after-bad-download", sentence, exchanges: [download], jobId }];
}

/** A job's downloads, oldest first. Caches results by file: a file may have many downloads. */
class JobDownloads {
  readonly jobId: string;
  /** The requests with a successful status, even if the client can't use the response. */
  readonly successful: readonly Trace[];
  readonly #requests: readonly Trace[];
  readonly #lastWhole: number;
  readonly #wholeFiles: ReadonlySet<string>;
  /** By file: the number of damaged downloads since the last undamaged one. */
  readonly #damaged = new Map<string, number>();
  /** By the file's `ETag`: whether the downloaded parts make up the whole file. */
  readonly #pieced = new Map<string, boolean>();
  /** By the file's `ETag`: ID of the last request that does not continue a download of the file. */
  readonly #lastOther = new Map<string, number>();

  constructor({ jobId, traces }: JobCase) {
    this.jobId = jobId;
    this.#requests = traces.filter(isDownload);
    this.successful = this.#requests.filter(({ status }) => isSuccess(status));
    const whole = this.successful.filter(isWholeFile);
    this.#lastWhole = idOf(whole.at(-1));
    this.#wholeFiles = new Set(whole.map(fileOf));
    for (const each of this.successful) {
      const before = this.#damaged.get(fileOf(each)) ?? 0;
      this.#damaged.set(fileOf(each), isIntact(each) ? 0 : before + 1);
    }
  }

  /** Whether the client got this whole file, perhaps in parts, or any whole file later. */
  isRepaired(download: Trace): boolean {
    const { id, part } = download;
    if (this.#lastWhole > id || this.#wholeFiles.has(fileOf(download))) return true;
    if (part === undefined || idOf(this.successful.at(-1)) <= id) return false;
    return found(this.#pieced, part.etag, () => isPiecedTogether(part, this.successful));
  }

  isContinued({ id }: Trace): boolean {
    return idOf(this.#requests.at(-1)) > id;
  }

  /** Whether the client downloaded the file again, rather than only requesting the rest of it. */
  isRepeated(download: Trace): boolean {
    const { id, part } = download;
    if ((this.#damaged.get(fileOf(download)) ?? 0) > 1) return true;
    if (part === undefined) return this.isContinued(download);
    const isOther = (trace: Trace): boolean => trace.part?.etag !== part.etag || !succeeded(trace);
    return found(this.#lastOther, part.etag, () => idOf(this.#requests.findLast(isOther))) > id;
  }
}

function fileOf({ part, url }: Trace): string {
  return part?.etag ?? url;
}

function idOf(trace: Trace | undefined): number {
  return trace?.id ?? 0;
}

function found<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}

/** Whether a client received a whole, undamaged file in one response. */
export function isWholeFile(trace: Trace): boolean {
  const { part, responseBytes } = trace;
  return succeeded(trace) && (part === undefined || responseBytes === part.fileBytes);
}

/** Whether the parts of a file that a client received add up to the whole file. */
function isPiecedTogether({ etag, fileBytes }: FilePart, downloads: readonly Trace[]): boolean {
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
