import type { ClockSpec } from "../clock-spec.ts";
import type { Fault } from "./fault.ts";

/**
 * What findings, lint, and clocks must know about a kind of fault. Only code that needs a fault's own parameters looks at its
 * kind.
 */
export type FaultTraits = {
  /** The client can't read the outcome of its call from the response. */
  readonly hidesOutcome: boolean;
  /** The service acts as if the request's job did not exist; the client isn't to blame for the resulting error. */
  readonly hidesJob: boolean;
  /** It fires on only some of the calls that meet the rule's conditions, so later rules can still get the others. */
  readonly isSelective: boolean;
  /** Retrying at the same instant always meets the fault again; only the sandbox's clock ends it. */
  readonly endsOnlyWithTime: boolean;
  /** How the body of a seemingly successful response arrives, such as `truncated`; undefined if no such body is damaged. */
  readonly bodyDamage: string | undefined;
  /** Everything that arrives of a body is correct, even if not all of it arrives. */
  readonly isBodyCorrect: boolean;
  /** For each kind of clock on which clients hardly notice it, the reason, as a predicate. */
  readonly onClock: Partial<Readonly<Record<ClockSpec["mode"], string>>>;
};

/** A fault that the client notices at most as a delay, an extra field, or an older state. */
const HARMLESS: FaultTraits = {
  hidesOutcome: false,
  hidesJob: false,
  isSelective: false,
  endsOnlyWithTime: false,
  bodyDamage: undefined,
  isBodyCorrect: true,
  onClock: {},
};

/** A fault that the client notices only if it has to wait on its own clock. */
const SLOWING: FaultTraits = {
  ...HARMLESS,
  onClock: { poll: "doesn't make clients wait: the clock jumps ahead instead" },
};

/** A fault that replaces the response, or prevents it. */
const HIDING: FaultTraits = { ...HARMLESS, hidesOutcome: true, isBodyCorrect: false };

/** A fault that damages a response, if it finds what it damages there. */
const SPOILING: FaultTraits = { ...HIDING, isSelective: true };

/** The traits of every kind of fault. A new kind doesn't compile without its traits. */
export const FAULT_TRAITS: Readonly<Record<Fault["kind"], FaultTraits>> = {
  status: HIDING,
  error: HIDING,
  delay: SLOWING,
  hang: HIDING,
  reset: { ...HIDING, bodyDamage: "cut off", isBodyCorrect: true },
  emptyReply: HIDING,
  truncate: { ...SPOILING, bodyDamage: "truncated", isBodyCorrect: true },
  malformedJson: { ...SPOILING, bodyDamage: "malformed" },
  wrongContentType: { ...HIDING, bodyDamage: "sent with the wrong content type" },
  slowBody: SLOWING,
  rateLimit: {
    ...HIDING,
    isSelective: true,
    endsOnlyWithTime: true,
    onClock: {
      scaled: "refuses only very fast clients: little wall-clock time passes between two refills",
      poll: "counts only requests between two polls: each poll moves the clock",
    },
  },
  corruptFile: { ...SPOILING, bodyDamage: "corrupt" },
  staleStatus: HARMLESS,
  notFoundAfterCreate: { ...HIDING, hidesJob: true, isSelective: true, endsOnlyWithTime: true },
  lostResponse: HIDING,
  duplicate: HARMLESS,
  dropField: { ...SPOILING, bodyDamage: "without one of its fields" },
  addField: { ...HARMLESS, isSelective: true },
  renameField: { ...SPOILING, bodyDamage: "with one of its fields renamed" },
};

/** Whether a fault can turn out to have nothing to change, so that its firing is reverted. */
export function mayFindNothing({ kind }: Fault): boolean {
  const { isSelective, endsOnlyWithTime } = FAULT_TRAITS[kind];
  return isSelective && !endsOnlyWithTime;
}
