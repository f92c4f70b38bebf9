import type { z } from "zod";
import { oneKeyOf, share, wholeNumber } from "../../scenario/grammar/values.ts";
import { type FaultGrammar, faultGrammar } from "../fault-grammar.ts";
import { type TruncatePoint, truncateKind } from "./rule.ts";

const truncate: z.ZodType<TruncatePoint> = oneKeyOf<TruncatePoint>({
  atBytes: wholeNumber(0)
    .transform((bytes): TruncatePoint => ({ bytes }))
    .describe("Number of bytes of the body that arrive."),
  atShare: share
    .transform((part): TruncatePoint => ({ share: part }))
    .describe("Share of the body that arrives."),
});

export const truncateGrammar: FaultGrammar = faultGrammar(truncateKind, {
  value: truncate,
  toFault: (at) => ({ at }),
});
