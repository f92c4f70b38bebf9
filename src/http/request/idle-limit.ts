import type { SetTimer } from "../../core/clock-spec.ts";
import { SimulatorError } from "../../core/errors.ts";
import { formatDuration } from "../../core/time.ts";
import { setWallTimer } from "../../state/wall-timer.ts";

/** How long a request may send nothing while its body is awaited. */
export type IdleLimit = {
  /** Wall-clock milliseconds; 0 is unlimited. */
  readonly idleMs: number;
  /**
   * Number of bytes that the connection has received: a decoder may need many for its first output.
   */
  readonly bytesRead: () => number;
  readonly setTimer?: SetTimer;
};

/**
 * A request's body, or what is decoded from it. Throws a SimulatorError if the client sends nothing
 * for too long. A slow body is served, and so is one that is read slowly: time counts only while
 * data is awaited.
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
    // A stalled body ends only with its connection, so nothing can wait for it.
    iterator.return?.().catch(() => {});
  }
}

/** Waits for data as long as the connection receives some. */
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
  return new SimulatorError(
    "SIM_REQUEST_TIMEOUT",
    `Failed to read the request's body: nothing arrived for ${formatDuration(idleMs)}. Send it without such pauses, or raise \`requestTimeoutMs\` (\`--request-timeout\`).`,
  );
}
