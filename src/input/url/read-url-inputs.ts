import { pipeline } from "node:stream/promises";
import { SimulatorError } from "../../core/errors.ts";
import { formatDuration } from "../../core/time.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { BodyTooLargeError, bodyChunks, contentDecoder } from "../body-chunks.ts";
import { type InputsRead, type ReadRowsOptions, readRows } from "../read-rows.ts";
import { RowFile } from "../row-file.ts";
import { inAnyOrder, Spool } from "../spool.ts";
import { contentProblem, InputFetchError, showUrl } from "./fetch-error.ts";
import {
  abandon,
  type ConnectionOptions,
  type FetchResponse,
  followRedirects,
  parseUrl,
} from "./http-get.ts";

export type FetchOptions = ConnectionOptions & {
  /** Maximum size in bytes, both as sent and after decompression. */
  readonly maxBytes: number;
  /** Wall-clock time limit for the whole download: name resolution, redirects, and content. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  /** Maximum number of bytes to keep in memory; 1 MiB by default. */
  readonly memoryBytes?: number;
  /** Folder for the temporary file. Default: the system's folder. */
  readonly tempFolder?: string;
};

export type UrlInputsOptions = ReadRowsOptions & FetchOptions;

/**
 * Fetches a CSV or Parquet file from an http(s) URL and reads its inputs (interface document, part
 * 4.1). Returns the reason if there is a problem with the URL, server, or file.
 */
export async function readUrlInputs(url: string, options: UrlInputsOptions): Promise<InputsRead> {
  try {
    const { file, finalUrl, contentType, dispose } = await fetchToSpool(url, options);
    const paths = [finalUrl.pathname, new URL(url).pathname];
    const named = { file, format: { paths, contentType }, fileName: showUrl(finalUrl) };
    return await readRows(named, options).finally(dispose);
  } catch (error) {
    if (error instanceof InputFetchError) return { kind: "refused", reason: error.message };
    throw error;
  }
}

export type FetchedFile = Awaited<ReturnType<typeof fetchToSpool>>;

/**
 * Downloads an http(s) URL into memory or, if it is large, into a temporary file, and decodes its
 * Content-Encoding. If it throws an `InputFetchError`, it leaves nothing behind.
 */
export async function fetchToSpool(url: string, options: FetchOptions) {
  const asked = parseUrl(url);
  const { timeoutMs, signal: canceled } = options;
  const timeout = AbortSignal.timeout(timeoutMs);
  const signal = canceled === undefined ? timeout : AbortSignal.any([canceled, timeout]);
  try {
    return await receive(await followRedirects(asked, signal, options), signal, options);
  } catch (error) {
    if (!signal.aborted) throw error;
    const target = { asked, current: asked };
    if (signal.reason !== timeout.reason) throw new InputFetchError(target, "it was canceled");
    const problem = `the download did not finish within ${formatDuration(timeoutMs)}`;
    throw new InputFetchError(target, problem, "Check that the server is fast enough");
  }
}

async function receive(answer: FetchResponse, signal: AbortSignal, options: FetchOptions) {
  const { response, target } = answer;
  const file = new RowFile(options.tempFolder);
  const spool = new Spool(file, options.memoryBytes);
  try {
    await receiveContent(answer, spool, { signal, maxBytes: options.maxBytes });
    return {
      file: await inAnyOrder(await spool.finish()),
      finalUrl: target.current,
      contentType: response.headers["content-type"],
      /** Removes the stored content; must always be called. */
      dispose: () => file.close(),
    };
  } catch (error) {
    abandon(response);
    await file.close();
    throw error;
  }
}

/** Stores a response's decoded content. Limits its size, both as sent and as decoded. */
async function receiveContent(
  { response, target }: FetchResponse,
  spool: Spool,
  { maxBytes, signal }: Pick<FetchOptions, "maxBytes"> & { readonly signal: AbortSignal },
): Promise<void> {
  const { "content-encoding": encoding, "content-length": length } = response.headers;
  const declaredBytes = length === undefined ? undefined : Number(length);
  const decoder = contentDecoder(encoding);
  if (!decoder) {
    const problem = `expected the Content-Encoding gzip, deflate, or br, got \`${encoding}\``;
    throw new InputFetchError(target, problem);
  }
  let receivedBytes = 0;
  const received = async function* (chunks: AsyncIterable<Uint8Array>) {
    for await (const chunk of bodyChunks(chunks, { maxBytes, declaredBytes })) {
      receivedBytes += chunk.length;
      yield chunk;
    }
  };
  const store = async (chunks: AsyncIterable<Uint8Array>): Promise<void> => {
    for await (const chunk of bodyChunks(chunks, { maxBytes })) await spool.write(chunk);
  };
  try {
    await pipeline(response, received, decoder, store, { signal });
  } catch (error) {
    if (error instanceof SimulatorError) throw error;
    const problem =
      error instanceof BodyTooLargeError
        ? `it exceeds the limit of ${formatBytes(maxBytes)}`
        : contentProblem(error, receivedBytes, declaredBytes);
    throw problem ? new InputFetchError(target, problem) : error;
  }
}
