import type { Draws, ItemCount } from "schema-values";

/**
 * The looks of strings: literal text with gaps in braces. `{cities}` is an item of a list,
 * `{1-240}` a number (`{01-12}` with two digits), `{2024..2025}` a day in those years, `{clock}` a
 * time of day, `{##}` digits, `{xx}` hexadecimal digits, `{AA}` capital letters, `{@uuid}` a string
 * in a format, and `{person}` and similar gaps depend on the input's language.
 */
export type Look = string;

export type TextWriter = (draws: Draws) => string;

/** The allowed number of characters, and the sentences or words that a description requests. */
export type TextBounds = {
  readonly least: number;
  readonly most: number;
  readonly sentences?: ItemCount | undefined;
  readonly words?: ItemCount | undefined;
};
