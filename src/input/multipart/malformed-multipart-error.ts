/** A body is not a valid multipart form; the message says why. */
export class MalformedMultipartError extends Error {
  override readonly name = "MalformedMultipartError";

  constructor(problem: string) {
    super(`Failed to read the multipart body: ${problem}.`);
  }
}
