import { plainResponse } from "../../core/reply.ts";
import { type FaultKind, HIDING, RESPONSE_ONLY } from "../fault-kind.ts";

export const wrongContentTypeKind: FaultKind<{ readonly contentType: string }> = {
  kind: "wrongContentType",
  docs: "the body is correct, but the `Content-Type` header has this value.",
  // A client that ignores the declared type can read the body.
  traits: { ...HIDING, isBodyCorrect: true },
  phases: RESPONSE_ONLY,
  play: ({ contentType }) => ({
    spoil: (reply) =>
      plainResponse({ ...reply, headers: { ...reply.headers, "content-type": contentType } }),
  }),
};
