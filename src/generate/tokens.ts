/** Bytes of UTF-8 that count as one token. */
const BYTES_PER_TOKEN = 4;

const encoder = new TextEncoder();

/**
 * Tokens of a text, as an estimate: one for every 4 bytes of UTF-8, rounded up; 0 for an empty text.
 * No tokenizer's vocabulary stands behind it: English comes out near what one would say.
 */
export function countTokens(text: string): number {
  return tokensOfBytes(Buffer.byteLength(text));
}

/** Tokens of a text of so many bytes of UTF-8. */
export function tokensOfBytes(byteLength: number): number {
  return Math.ceil(byteLength / BYTES_PER_TOKEN);
}

/**
 * The longest start of a text that counts at most `maxTokens` tokens, cut between code points.
 * The text itself where it fits; empty where `maxTokens` is below 1.
 */
export function truncateToTokens(text: string, maxTokens: number): string {
  const budget = Math.max(0, Math.floor(maxTokens)) * BYTES_PER_TOKEN;
  // A UTF-16 unit takes at most 3 bytes, so most texts need no counting.
  if (text.length * 3 <= budget || Buffer.byteLength(text) <= budget) return text;
  const { read } = encoder.encodeInto(text, new Uint8Array(budget));
  return text.slice(0, read);
}
