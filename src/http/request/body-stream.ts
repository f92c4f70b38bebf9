import type { IncomingMessage } from "node:http";
import { Work } from "../../codec/work.ts";
import type { SetTimer } from "../../core/clock-spec.ts";
import { SimulatorError } from "../../core/errors.ts";
import { formatDuration } from "../../core/time.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { keptOpen } from "../../input/body-chunks.ts";
import { setWallTimer } from "../../state/wall-timer.ts";

/** Maximum memory for all request bodies that are being read. */
const MAX_BYTES = 1024 ** 3;

/** Maximum bytes of memory for one body; larger rows and files are stored on disk. */
const MOST_OF_ONE = 24 * 1024 ** 2;

/** Limits the total memory of all request bodies while they are read. */
export class BodyMemory {
  readonly #maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Yields each chunk after calling `onChunk`. Throws `SIM_BUSY` rather than exceed the limit. */
  async *hold(
    body: AsyncIterable<Uint8Array>,
    onChunk: (chunk: Uint8Array) => void,
  ): AsyncGenerator<Uint8Array, void> {
    let ownBytes = 0;
    try {
      for await (const chunk of body) {
        const more = Math.min(chunk.length, MOST_OF_ONE - ownBytes);
        if (this.#heldBytes + more > this.#maxBytes)
          throw new SimulatorError(
            "SIM_BUSY",
            `Failed to read the body: the bodies being read would exceed the memory limit of ${formatBytes(this.#maxBytes)}. Send fewer large bodies at once.`,
          );
        this.#heldBytes += more;
        ownBytes += more;
        onChunk(chunk);
        yield chunk;
      }
    } finally {
      this.#heldBytes -= ownBytes;
    }
  }
}

/** The body if all of it has arrived: iterating over chunks would take longer than parsing. */
export function arrivedBody(req: IncomingMessage): Uint8Array | undefined {
  const declaredBytes = Number(req.headers["content-length"]);
  return declaredBytes > 0 && req.readableLength === declaredBytes ? req.read() : undefined;
}

const SMALL_BYTES = 512;

/** Number of small chunks to pass on before pausing to let more of them arrive. */
const FEW = 8;

/**
 * A request's body. Each chunk takes microseconds to process, regardless of its size. Therefore,
 * small chunks that have arrived are passed on together, and requests take turns reading their
 * connections.
 */
export function gathered(req: IncomingMessage, key: string): AsyncIterable<Uint8Array> {
  const isChunked = "transfer-encoding" in req.headers;
  return isChunked ? gatheredChunks(req, new Work(key)) : keptOpen(req);
}

async function* gatheredChunks(req: IncomingMessage, work: Work): AsyncGenerator<Uint8Array, void> {
  let numSmall = 0;
  for await (const chunk of keptOpen(req)) {
    yield chunk;
    if (chunk.length >= SMALL_BYTES || ++numSmall < FEW) continue;
    req.socket.pause();
    await work.pause();
    req.socket.resume();
  }
}

/** Maximum time to wait for more data from a request's body. */
type IdleLimit = {
  /** Wall-clock milliseconds; 0 is unlimited. */
  readonly idleMs: number;
  /** Returns the number of bytes before decoding: a decoder may need many for its first output. */
  readonly bytesRead: () => number;
  readonly setTimer?: SetTimer;
};

/**
 * A request's body, or the data decoded from it. Throws a SimulatorError if the client sends
 * nothing for too long. A slow sender or reader is allowed: only time without data counts.
 */
export async function* idleLimited(
  body: AsyncIterable<Uint8Array>,
  limit: IdleLimit,
): AsyncGenerator<Uint8Array, void> {
  if (limit.idleMs === 0) return yield* body;
  const iterator = body[Symbol.asyncIterator]();
  try {
    for (;;) {
      const result = await unlessIdle(() => iterator.next(), limit);
      if (result.done === true) return;
      yield result.value;
    }
  } finally {
    // Not awaited, because a stalled body ends only with its connection.
    iterator.return?.().catch(() => {});
  }
}

/** Waits for data. Rejects if the connection receives no bytes for `idleMs`. */
function unlessIdle<Value>(
  next: () => Promise<Value>,
  { idleMs, bytesRead, setTimer = setWallTimer }: IdleLimit,
): Promise<Value> {
  return new Promise((resolve, reject) => {
    let cancel = (): void => {};
    const watch = (): void => {
      const before = bytesRead();
      cancel = setTimer(() => (bytesRead() === before ? reject(stalled(idleMs)) : watch()), idleMs);
    };
    watch();
    next()
      .then(resolve, reject)
      .finally(() => cancel());
  });
}

function stalled(idleMs: number): SimulatorError {
  const message = `Failed to read the request's body: nothing arrived for ${formatDuration(idleMs)}. Send it without long pauses, or raise \`requestTimeoutMs\` (\`--request-timeout\`).`;
  return new SimulatorError("SIM_REQUEST_TIMEOUT", message);
}
