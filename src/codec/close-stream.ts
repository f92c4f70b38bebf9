import type { Readable } from "node:stream";

/** Destroys the stream and resolves once its source has been released; never rejects. */
export function closeStream(stream: Readable): Promise<void> {
  return new Promise((resolve) => {
    if (stream.closed) return resolve();
    stream.once("close", resolve);
    stream.destroy();
  });
}
