import type { JSX } from "preact";
import type { CallOutcome } from "../model/outcome.ts";
import type { Weight } from "../model/weight.ts";

/** Each outcome has a shape of its own, so that its color is never the only sign. */
const SHAPES: Readonly<Record<CallOutcome, string>> = {
  success: "M-4 0a4 4 0 1 0 8 0a4 4 0 1 0 -8 0z",
  refused: "M0 -5L5 4H-5z",
  error: "M0 -5.5L5.5 0L0 5.5L-5.5 0z",
  lost: "M-4 -4L4 4M4 -4L-4 4",
};

/** The shape of a call's outcome, around the origin of an SVG. */
export function MarkShape({ outcome }: { readonly outcome: CallOutcome }): JSX.Element {
  return <path class={`mark mark-${outcome}`} d={SHAPES[outcome]} />;
}

/** A bolt: a fault shaped the response. */
export function Bolt(): JSX.Element {
  return <path class="bolt" d="M1.5 -6L-3.5 1H-0.5L-1.5 6L3.5 -1H0.5z" />;
}

/** A pin: a finding is about this call. An error's is filled, a pending one is only an outline. */
export function Pin({ weight = "error" }: { readonly weight?: Weight }): JSX.Element {
  return (
    <g class={`pin pin-${weight}`}>
      <path d="M0 7C-1 3.5 -4.5 2 -4.5 -1.5A4.5 4.5 0 1 1 4.5 -1.5C4.5 2 1 3.5 0 7z" />
      <path class="pin-sign" d="M0 -4V-1.2M0 0.6V0.7" />
    </g>
  );
}

/** A ring around a mark: it stands for more than one call. */
export function Ring(): JSX.Element {
  return <circle class="mark-many" r={7} />;
}

type SignKind = CallOutcome | "fault" | "finding" | "many";

/** One of these signs in a line of text. */
export function Sign({
  kind,
  weight,
}: {
  readonly kind: SignKind;
  readonly weight?: Weight | undefined;
}): JSX.Element {
  return (
    <svg class="sign" viewBox="-8 -8 16 16" aria-hidden="true">
      <SignShape kind={kind} {...(weight && { weight })} />
    </svg>
  );
}

function SignShape({
  kind,
  weight,
}: {
  readonly kind: SignKind;
  readonly weight?: Weight;
}): JSX.Element {
  if (kind === "fault") return <Bolt />;
  if (kind === "finding") return <Pin {...(weight && { weight })} />;
  return kind === "many" ? <Ring /> : <MarkShape outcome={kind} />;
}
