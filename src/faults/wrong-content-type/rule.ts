import { plainResponse } from "../../core/reply.ts";
import { type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";

export type WrongContentTypeFault = {
  readonly kind: "wrongContentType";
  readonly contentType: string;
};

export const wrongContentTypeKind: FaultKind<WrongContentTypeFault> = {
  kind: "wrongContentType",
  docs: "the body is correct, but declared as this content type.",
  // Clients that ignore the declared type lose nothing.
  traits: { ...HIDING, isBodyCorrect: true },
  phases: RESPONSE_ONLY,
  play: ({ contentType }) => ({
    spoil: (reply) =>
      plainResponse({ ...reply, headers: { ...reply.headers, "content-type": contentType } }),
  }),
};
