import { plainResponse } from "../../core/reply.ts";
import { type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";
import { hasJson, trialIf } from "../trial.ts";

export type WrongContentTypeFault = {
  readonly kind: "wrongContentType";
  readonly contentType: string;
};

export const wrongContentTypeKind: FaultKind<WrongContentTypeFault> = {
  kind: "wrongContentType",
  docs: "the body is correct, but declared as this content type.",
  examples: { wrongContentType: "wrongContentType: text/html" },
  // Clients that don't look at the declared type lose nothing.
  traits: { ...HIDING, isBodyCorrect: true },
  trials: trialIf(hasJson, {
    name: "JSON declared as HTML",
    fault: { wrongContentType: "text/html" },
    group: "body",
    wire: "declared as HTML",
    rank: 3,
  }),
  phases: RESPONSE_ONLY,
  play: ({ contentType }) => ({
    spoil: (reply) =>
      plainResponse({ ...reply, headers: { ...reply.headers, "content-type": contentType } }),
  }),
};
