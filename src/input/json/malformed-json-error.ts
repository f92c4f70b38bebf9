/** A body is not JSON; the message says where, what was expected there, and what was found. */
export class MalformedJsonError extends Error {
  override readonly name = "MalformedJsonError";

  constructor(problem: string) {
    super(`Failed to parse the body as JSON: ${problem}.`);
  }
}
