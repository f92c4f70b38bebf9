/** What precedes a position, as far as `^` and `\b` depend on it. */
export type Before = "start" | "word" | "other";
