/** What came before a position, as far as `^` and `\b` ask. */
export type Before = "start" | "word" | "other";
