import type { Instant } from "./time.ts";

/** Something that can't go on because nobody advances a `manual` clock. */
export type Stall =
  /** A response that is due at an instant. */
  | { readonly kind: "response"; readonly request: string; readonly until: Instant }
  /** A client that polls a job over and over. */
  | { readonly kind: "polling"; readonly jobId: string; readonly polls: number };

/** What to do about a stall, as a sentence. */
export const STALL_CURE =
  "Advance the clock (`clock.advance`, or POST /_sim/clock/advance), or choose one that needs no help (`--clock poll` or `--clock real`).";

/** What waits, and for what, as a sentence; `at` is the clock's instant. */
export function stallSentence(stall: Stall, at: Instant): string {
  const now = new Date(at).toISOString();
  if (stall.kind === "polling") {
    return `The client polled job \`${stall.jobId}\` ${stall.polls} times, but the \`manual\` clock has stayed at ${now}: nobody advanced it.`;
  }
  const until = new Date(stall.until).toISOString();
  return `${stall.request} waits until ${until}, but the \`manual\` clock has stayed at ${now}: nobody advanced it.`;
}
