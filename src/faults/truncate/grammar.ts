import { oneKeyOf, share, wholeNumber } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { type TruncatePoint, truncateKind } from "./rule.ts";

export const truncateGrammar: FaultGrammar = faultGrammar(truncateKind, {
  value: oneKeyOf<TruncatePoint>({
    atBytes: wholeNumber(0)
      .transform((bytes): TruncatePoint => ({ bytes }))
      .describe("Number of bytes of the body that arrive."),
    atShare: share
      .refine((part) => part < 1, { error: "a share below 100%" })
      .transform((part): TruncatePoint => ({ share: part }))
      .describe("Share of the body that arrives."),
  }),
  toFault: (at) => ({ at }),
});
