import type { RandomAccessFile } from "../../codec/random-access-file.ts";
import { formatDuration } from "../../core/time.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import { type FetchResponse, followRedirects, parseUrl } from "./follow-redirects.ts";
import { abandon, type ConnectionOptions } from "./http-get.ts";
import { InputFetchError } from "./input-fetch-error.ts";
import { receiveContent } from "./receive-content.ts";
import { Spool, type SpoolOptions } from "./spool.ts";

export type FetchOptions = ConnectionOptions &
  SpoolOptions & {
    /** Most bytes that are taken, as they are sent and also once decompressed. */
    readonly maxBytes: number;
    /** Wall time for all of it: name resolution, redirects, content. */
    readonly timeoutMs: number;
    readonly signal?: AbortSignal;
  };

/** A downloaded file. */
export type FetchedFile = {
  readonly file: RandomAccessFile;
  /** Where redirects led to. */
  readonly finalUrl: URL;
  readonly contentType: string | undefined;
  /** Removes what was stored. Must be called in the end. */
  dispose(): Promise<void>;
};

/**
 * Downloads an http(s) URL into memory or, where it is large, into a temporary file; decompresses
 * what its Content-Encoding says. Throws an `InputFetchError`; then nothing is left behind.
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

/** What an error comes from where the fetch was made to end; undefined where it ended by itself. */
function interruption(
  asked: URL,
  deadline: Deadline,
  { timeoutMs }: FetchOptions,
): InputFetchError | undefined {
  if (!deadline.signal.aborted) return undefined;
  const target = { asked, current: asked };
  if (!deadline.hasPassed()) return new InputFetchError(target, { problem: "it was cancelled" });
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
