import type { Trace } from "../../core/trace.ts";
import { isSuccess, succeeded } from "../look.ts";
import { isPiecedTogether, isWholeFile } from "./file-parts.ts";

/** A job's requests for results, oldest first. What all downloads of a file share is found only once, because there may be many. */
export class JobDownloads {
  /** Those that seemed to succeed. */
  readonly successful: readonly Trace[];
  readonly #requests: readonly Trace[];
  readonly #lastWhole: number;
  /** By the file's `ETag`. */
  readonly #pieced = new Map<string, boolean>();
  /** By the file's `ETag`: the last request that does not continue a download of the file. */
  readonly #lastOther = new Map<string, number>();

  constructor(requests: readonly Trace[]) {
    this.#requests = requests;
    this.successful = requests.filter(({ status }) => isSuccess(status));
    this.#lastWhole = idOf(this.successful.findLast(isWholeFile));
  }

  /** Whether the client received the whole file of a download after all: in one later response, or in parts. */
  isRepaired({ id, part }: Trace): boolean {
    if (this.#lastWhole > id) return true;
    if (part === undefined || idOf(this.successful.at(-1)) <= id) return false;
    return found(this.#pieced, part.etag, () => isPiecedTogether(part, this.successful));
  }

  /** Whether the client requested results after a download. */
  isContinued({ id }: Trace): boolean {
    return idOf(this.#requests.at(-1)) > id;
  }

  /** Whether the client requested results after a download, other than the rest of the same file. */
  isRepeated(download: Trace): boolean {
    const { id, part } = download;
    if (part === undefined) return this.isContinued(download);
    const isOther = (trace: Trace): boolean => trace.part?.etag !== part.etag || !succeeded(trace);
    return found(this.#lastOther, part.etag, () => idOf(this.#requests.findLast(isOther))) > id;
  }
}

/** The ID of an exchange; 0 if there is none. */
function idOf(trace: Trace | undefined): number {
  return trace?.id ?? 0;
}

function found<Value>(known: Map<string, Value>, key: string, find: () => Value): Value {
  const value = known.get(key) ?? find();
  known.set(key, value);
  return value;
}
