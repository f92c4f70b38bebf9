import { plainResponse } from "../../core/reply.ts";
import { type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";

export type WrongContentTypeFault = {
  readonly kind: "wrongContentType";
  readonly contentType: string;
};

export const wrongContentTypeKind: FaultKind<WrongContentTypeFault> = {
  kind: "wrongContentType",
  docs: "the body is correct, but declared as this content type.",
  // A client that ignores the declared type can read the body.
  traits: { ...HIDING, isBodyCorrect: true },
  phases: RESPONSE_ONLY,
  play: ({ contentType }) => ({
    spoil: (reply) =>
      plainResponse({ ...reply, headers: { ...reply.headers, "content-type": contentType } }),
  }),
};
