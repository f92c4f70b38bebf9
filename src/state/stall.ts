import type { Instant } from "../core/time.ts";

/** A request or a poll that waits for a `manual` clock that is not advanced. */
export type ClockStall =
  /** A response that is due at an instant. */
  | { readonly kind: "response"; readonly request: string; readonly until: Instant }
  /** A client that polls a job over and over. */
  | { readonly kind: "polling"; readonly jobId: string; readonly polls: number };

/** A sentence about a call that waits, and its reason; `at` is the clock's instant. */
export function stallSentence(stall: ClockStall, at: Instant): string {
  const now = new Date(at).toISOString();
  if (stall.kind === "polling") {
    return `The client polled job \`${stall.jobId}\` ${stall.polls} times, but the \`manual\` clock has stayed at ${now}: nobody advanced it.`;
  }
  const until = new Date(stall.until).toISOString();
  return `${stall.request} waits until ${until}, but the \`manual\` clock has stayed at ${now}: nobody advanced it.`;
}
