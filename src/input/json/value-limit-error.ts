import { formatBytes } from "../../core/format-bytes.ts";

/** A value of a body that is not an input, or all of them together, is too long. */
export class ValueLimitError extends Error {
  override readonly name = "ValueLimitError";

  /** `what` is the beginning of the sentence, such as "a value has". */
  constructor(most: number, what: string) {
    super(
      `Failed to read the body: ${what} more than ${formatBytes(most)}, the limit. Shorten it.`,
    );
  }
}
