import { type FaultKind, HIDING } from "../fault-kind.ts";

/** The correct body with another content type. */
export type WrongContentTypeFault = {
  readonly kind: "wrongContentType";
  readonly contentType: string;
};

/** The kind `wrongContentType`. */
export const wrongContentTypeKind: FaultKind<WrongContentTypeFault> = {
  kind: "wrongContentType",
  docs: "the body is correct, but declared as this content type.",
  examples: { wrongContentType: "wrongContentType: text/html" },
  // Clients that don't look at the declared type lose nothing.
  traits: { ...HIDING, isBodyCorrect: true },
  trials: ({ fields }) =>
    fields === undefined
      ? []
      : [
          {
            name: "JSON declared as HTML",
            fault: { wrongContentType: "text/html" },
            group: "body",
            wire: "declared as HTML",
            rank: 3,
          },
        ],
};
