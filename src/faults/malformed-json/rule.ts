import { type FaultKind, SPOILING } from "../fault-kind.ts";

/** A body that is announced as JSON but is not valid JSON. */
export type MalformedJsonFault = { readonly kind: "malformedJson" };

/** The kind `malformedJson`. */
export const malformedJsonKind: FaultKind<MalformedJsonFault> = {
  kind: "malformedJson",
  docs: "the response is complete, but its JSON lacks the last two bytes.",
  examples: { malformedJson: "malformedJson: true" },
  traits: { ...SPOILING, bodyDamage: "malformed" },
  trials: ({ fields }) =>
    fields === undefined
      ? []
      : [
          {
            name: "a body that isn't valid JSON",
            fault: { malformedJson: true },
            group: "body",
            wire: "malformed JSON",
            isDamage: true,
            rank: 2,
          },
        ],
};
