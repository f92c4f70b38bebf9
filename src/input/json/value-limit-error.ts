/** A value of a body that is not an input, or all of them together, is too long. */
export class ValueLimitError extends Error {
  override readonly name = "ValueLimitError";

  /** `excess` is a clause such as "a value has more than 1 MB". */
  constructor(excess: string) {
    super(`Failed to read the body: ${excess}, the limit. Shorten it.`);
  }
}
