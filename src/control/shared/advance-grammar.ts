import type { Advance } from "../../engine/advance.ts";
import { defineGrammar, type GrammarOf } from "../verb.ts";

/** The events while the clock moved. */
export const advanceGrammar: GrammarOf<Advance> = defineGrammar(
  ({ z, instant, jobState, list }) => {
    const event = z.strictObject({ at: instant, jobId: z.string(), state: jobState });
    const [deliveryId, endpointId] = [z.string(), z.string()];
    const late = z.strictObject({ deliveryId, endpointId, event: z.string(), jobId: z.string() });
    return z.strictObject({
      now: instant,
      events: list(event),
      outstanding: z.exactOptional(list(late)),
    });
  },
);
