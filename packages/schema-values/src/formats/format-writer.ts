import type { Lexicon } from "../lexicon/lexicon.ts";
import type { FormatWriter } from "./format-parts.ts";
import { plainFormatWriter } from "./plain-formats.ts";

/**
 * A writer for a format, however its name is spelled; undefined for a format that says nothing
 * about the appearance of strings.
 */
export function formatWriter(format: string, lexicon: Lexicon): FormatWriter | undefined {
  return plainFormatWriter(format, lexicon.words) ?? lexicon.format?.(format);
}
