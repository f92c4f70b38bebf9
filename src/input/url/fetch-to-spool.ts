import { pipeline } from "node:stream/promises";
import type { RandomAccessFile } from "../../codec/table.ts";
import { SimulatorError } from "../../core/errors.ts";
import { formatDuration } from "../../core/time.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { contentDecoder } from "../decoded-body.ts";
import { contentProblem, type FetchTarget, InputFetchError } from "./fetch-error.ts";
import {
  abandon,
  type ConnectionOptions,
  type FetchResponse,
  followRedirects,
  parseUrl,
} from "./http-get.ts";
import { Spool, type SpoolOptions } from "./spool.ts";

export type FetchOptions = ConnectionOptions &
  SpoolOptions & {
    /** Maximum size in bytes, both as sent and after decompression. */
    readonly maxBytes: number;
    /** Wall-clock time limit for the whole download: name resolution, redirects, and content. */
    readonly timeoutMs: number;
    readonly signal?: AbortSignal;
  };

/** A downloaded file. */
export type FetchedFile = {
  readonly file: RandomAccessFile;
  /** The URL after redirects. */
  readonly finalUrl: URL;
  readonly contentType: string | undefined;
  /** Removes the stored content; must always be called. */
  dispose(): Promise<void>;
};

/**
 * Downloads an http(s) URL into memory or, if it is large, into a temporary file, and decodes its
 * Content-Encoding. Throws an `InputFetchError`, and then leaves nothing behind.
 */
export async function fetchToSpool(url: string, options: FetchOptions): Promise<FetchedFile> {
  const asked = parseUrl(url);
  const deadline = startDeadline(options.timeoutMs, options.signal);
  try {
    const answer = await followRedirects(asked, deadline.signal, options);
    return await receive(answer, deadline.signal, options);
  } catch (error) {
    throw interruption(asked, deadline, options) ?? error;
  } finally {
    deadline.clear();
  }
}

/** The error for a fetch that was canceled or timed out; undefined if it ended on its own. */
function interruption(
  asked: URL,
  deadline: Deadline,
  { timeoutMs }: FetchOptions,
): InputFetchError | undefined {
  if (!deadline.signal.aborted) return undefined;
  const target = { asked, current: asked };
  if (!deadline.hasPassed()) return new InputFetchError(target, { problem: "it was canceled" });
  return new InputFetchError(target, {
    problem: `the download was not complete after ${formatDuration(timeoutMs)}`,
    advice: "Check that the server is fast enough",
  });
}

async function receive(
  { response, target }: FetchResponse,
  signal: AbortSignal,
  options: FetchOptions,
): Promise<FetchedFile> {
  const spool = new Spool(options);
  try {
    await receiveContent({ response, target }, spool, { signal, maxBytes: options.maxBytes });
    return {
      file: spool.finish(),
      finalUrl: target.current,
      contentType: response.headers["content-type"],
      dispose: () => spool.dispose(),
    };
  } catch (error) {
    abandon(response);
    await spool.dispose();
    throw error;
  }
}

/** A signal that aborts after a time limit or with another signal, and tells which of the two happened. */
type Deadline = {
  readonly signal: AbortSignal;
  /** Whether the time limit has passed; false if the other signal aborted first. */
  hasPassed(): boolean;
  /** Stops the timer and releases the other signal; must always be called. */
  clear(): void;
};

/** Starts a deadline in wall-clock time. */
function startDeadline(timeoutMs: number, outer: AbortSignal | undefined): Deadline {
  const controller = new AbortController();
  let isLate = false;
  const abort = (): void => controller.abort();
  const timer = setTimeout(() => {
    isLate = !controller.signal.aborted;
    abort();
  }, timeoutMs);
  if (outer?.aborted) abort();
  outer?.addEventListener("abort", abort, { once: true });
  return {
    signal: controller.signal,
    hasPassed: () => isLate,
    clear: () => {
      clearTimeout(timer);
      outer?.removeEventListener("abort", abort);
    },
  };
}

/** Maximum size in bytes, both as sent and after decompression, and a signal that ends the download early. */
type ReceiveOptions = { readonly maxBytes: number; readonly signal: AbortSignal };

/** Stores the decoded content of a response. Throws an `InputFetchError`, an `AbortError`, or a `SimulatorError` (`SIM_DISK`). */
async function receiveContent(
  { response, target }: FetchResponse,
  spool: Spool,
  { maxBytes, signal }: ReceiveOptions,
): Promise<void> {
  const { "content-encoding": encoding, "content-length": length } = response.headers;
  const declaredBytes = length === undefined ? undefined : Number(length);
  const decoder = contentDecoder(encoding);
  if (!decoder) throw unknownEncoding(target, encoding);
  const received = new ByteLimit(target, maxBytes);
  const stored = new ByteLimit(target, maxBytes);
  const store = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of stored.pass(chunks)) await spool.write(chunk);
  };
  try {
    received.check(declaredBytes ?? 0);
    const limited = (chunks: AsyncIterable<Uint8Array>) => received.pass(chunks);
    await pipeline(response, limited, decoder, store, { signal });
  } catch (error) {
    if (error instanceof SimulatorError) throw error;
    const problem = contentProblem(error, received.byteCount, declaredBytes);
    throw problem ? new InputFetchError(target, problem, { cause: error }) : error;
  }
}

/** Counts bytes, and fails when there are more than the maximum. */
class ByteLimit {
  byteCount = 0;
  readonly #target: FetchTarget;
  readonly #maxBytes: number;

  constructor(target: FetchTarget, maxBytes: number) {
    this.#target = target;
    this.#maxBytes = maxBytes;
  }

  async *pass(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void> {
    for await (const chunk of chunks) {
      this.check(this.byteCount + chunk.length);
      this.byteCount += chunk.length;
      yield chunk;
    }
  }

  check(byteCount: number): void {
    if (byteCount <= this.#maxBytes) return;
    const limit = formatBytes(this.#maxBytes);
    throw new InputFetchError(this.#target, {
      problem: `it has more than ${limit}, the maximum`,
    });
  }
}

function unknownEncoding(target: FetchTarget, encoding: string | undefined): InputFetchError {
  const problem = `its Content-Encoding \`${encoding}\` is not supported, expected gzip, deflate, or br`;
  return new InputFetchError(target, { problem });
}
