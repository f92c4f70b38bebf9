/** Number of UTF-8 bytes that count as one token. */
const BYTES_PER_TOKEN = 4;

const encoder = new TextEncoder();

/**
 * Estimated number of tokens in a string: one for every 4 bytes of UTF-8, rounded up; 0 for an
 * empty string. The estimate uses no tokenizer, but is close to a tokenizer's count for English.
 */
export function countTokens(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text));
}

/** Estimated number of tokens in this many bytes of UTF-8. */
export function tokensOfBytes(byteLength: number): number {
  return Math.ceil(byteLength / BYTES_PER_TOKEN);
}

/** The longest prefix with at most `maxTokens` tokens, cut between code points. */
export function truncateToTokens(text: string, maxTokens: number): string {
  const budget = Math.max(0, Math.floor(maxTokens)) * BYTES_PER_TOKEN;
  // A UTF-16 unit takes at most 3 bytes in UTF-8, so most strings' bytes needn't be counted.
  if (text.length * 3 <= budget || Buffer.byteLength(text) <= budget) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(budget));
  return text.slice(0, read);
}
