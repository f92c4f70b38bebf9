/** A body is not the multipart form that it should be; the message says what is wrong with it. */
export class MalformedMultipartError extends Error {
  override readonly name = "MalformedMultipartError";

  constructor(problem: string) {
    super(`Failed to read the multipart body: ${problem}.`);
  }
}
