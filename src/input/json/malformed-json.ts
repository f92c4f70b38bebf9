import { MalformedBodyError } from "../body-chunks.ts";

export function malformedJson(problem: string): MalformedBodyError {
  return new MalformedBodyError(`Failed to parse the body as JSON: ${problem}.`);
}

/** A byte for a message: as a character if it is visible. */
export function describeByte(byte: number | undefined): string {
  if (byte === undefined) return "the end of the body";
  if (byte > 0x20 && byte < 0x7f && byte !== 0x60) return `\`${String.fromCharCode(byte)}\``;
  const hex = byte.toString(16).toUpperCase();
  return byte < 0x80 ? `U+${hex.padStart(4, "0")}` : `the byte 0x${hex}`;
}

export function describeToken(text: string): string {
  return text.length <= 40 ? `\`${text}\`` : `\`${text.slice(0, 40)}\`…`;
}
