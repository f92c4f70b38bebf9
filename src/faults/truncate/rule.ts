import { type FaultKind, SPOILING } from "../fault-kind.ts";
import { hasLongBody } from "../trial.ts";

/** The body ends before the announced Content-Length. */
export type TruncateFault = {
  readonly kind: "truncate";
  /** Number of bytes that the client receives, or their share of the body, in 0..1. */
  readonly at: { readonly bytes: number } | { readonly share: number };
};

/** The kind `truncate`. */
export const truncateKind: FaultKind<TruncateFault> = {
  kind: "truncate",
  docs: "the body ends early, although `Content-Length` announces all of it, and the connection closes cleanly; a live stream ends after this many bytes or, with a share, after its first lines.",
  examples: {
    truncate: "truncate: { atShare: 50% }",
    "truncate.atBytes": "truncate: { atBytes: 1000 }",
    "truncate.atShare": "truncate: { atShare: 50% }",
  },
  traits: { ...SPOILING, bodyDamage: "truncated", isBodyCorrect: true },
  trials: (call) =>
    !hasLongBody(call)
      ? []
      : [
          {
            name: "half of the body",
            fault: { truncate: { atShare: "50%" } },
            group: "body",
            wire: "half of the body",
            isDamage: true,
            rank: 1,
          },
        ],
};
