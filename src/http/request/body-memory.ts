import { SimulatorError } from "../../core/errors.ts";
import { formatBytes } from "../../core/visible-text.ts";

/** Memory for the bodies of all requests that are being read. */
const MAX_BYTES = 1024 ** 3;

/** A JSON body holds no more at once: longer rows are on disk, and other values are limited. */
const MOST_JSON_BYTES = 24 * 1024 ** 2;

/** Limits the memory that the bodies of all requests hold together while they are read. */
export class BodyMemory {
  readonly #maxBytes: number;
  #heldBytes = 0;

  constructor(maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Passes a body on. Throws a SimulatorError (`SIM_BUSY`) if there is no memory for its next bytes. */
  async *hold(body: AsyncIterable<Uint8Array>, isJson: boolean): AsyncGenerator<Uint8Array, void> {
    const mostBytes = isJson ? MOST_JSON_BYTES : Number.POSITIVE_INFINITY;
    let ownBytes = 0;
    try {
      for await (const chunk of body) {
        const more = Math.min(chunk.length, mostBytes - ownBytes);
        if (this.#heldBytes + more > this.#maxBytes) throw this.#busy();
        this.#heldBytes += more;
        ownBytes += more;
        yield chunk;
      }
    } finally {
      this.#heldBytes -= ownBytes;
    }
  }

  #busy(): SimulatorError {
    return new SimulatorError(
      "SIM_BUSY",
      `Failed to read the body: the requests being read hold ${formatBytes(this.#maxBytes)}, the limit. Send fewer large bodies at once.`,
    );
  }
}
