import type { IncomingMessage } from "node:http";
import { Work } from "../../codec/work.ts";
import { keptOpen } from "../../input/body-chunks.ts";

/** Chunks below this size are small. */
const SMALL_BYTES = 512;

/** Number of small chunks that are passed on as they arrive. */
const FEW = 8;

/**
 * A request's body. If it is sent in many small chunks, those that have arrived are passed on together, and its connection is read
 * only in its turn: each chunk takes microseconds, whatever its size.
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
