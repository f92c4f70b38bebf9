export const LANGUAGES: readonly string[];
export const KINDS: readonly string[];

/**
 * 1,000 different texts. Neighbors differ in kind and language, so each block of 20 contains every combination. The first
 * 400 are as written; each of the others joins the beginning of one text with the end of another of its kind and language.
 */
export function realInputs(): readonly string[];

/** The 50 texts of a kind in a language, the original ones first. */
export function textsOf(language: string, kind: string): readonly string[];

/** Inputs without any text to interpret. */
export function numberedInputs(count: number): readonly string[];

/** Reviews of a few products, most of them positive, that differ in little more than a number. */
export function similarReviews(count: number): readonly string[];
