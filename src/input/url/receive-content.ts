import { pipeline } from "node:stream/promises";
import { SimulatorError } from "../../core/errors.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { contentDecoder } from "../content-decoder.ts";
import { contentProblem } from "./fetch-problem.ts";
import type { FetchResponse } from "./follow-redirects.ts";
import { type FetchTarget, InputFetchError } from "./input-fetch-error.ts";
import type { Spool } from "./spool.ts";

/** Maximum size in bytes, both as sent and after decompression, and a signal that ends the download early. */
export type ReceiveOptions = { readonly maxBytes: number; readonly signal: AbortSignal };

/** Stores the decoded content of a response. Throws an `InputFetchError`, an `AbortError`, or a `SimulatorError` (`SIM_DISK`). */
export async function receiveContent(
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
