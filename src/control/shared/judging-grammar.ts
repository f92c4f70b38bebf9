import type { Judging } from "../../findings/findings-of.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";

/** Describes the argument `strict`. */
export const STRICT = "Treat a finding that rests on an assumption as a warning. Default: false.";

/** How strictly to judge. */
export const judgingGrammar: GrammarOf<Judging> = defineGrammar(({ z, keys, optional }) =>
  keys({ strict: optional(z.boolean(), STRICT) }),
);
