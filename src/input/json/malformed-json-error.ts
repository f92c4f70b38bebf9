/** A body is not valid JSON; the message says where, what was expected, and what was found. */
export class MalformedJsonError extends Error {
  override readonly name = "MalformedJsonError";

  constructor(problem: string) {
    super(`Failed to parse the body as JSON: ${problem}.`);
  }
}
