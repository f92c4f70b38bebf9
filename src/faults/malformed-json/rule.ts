import { isJson, spoilFile, withTail } from "../body-edit.ts";
import { type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";

export const malformedJsonKind: FaultKind = {
  kind: "malformedJson",
  docs: "the HTTP response is complete, but its JSON lacks the last two bytes.",
  traits: { ...SPOILING, bodyDamage: "malformed" },
  phases: RESPONSE_ONLY,
  play: () => ({
    spoil: async (reply) => {
      if (!isJson(reply)) return undefined;
      return spoilFile(reply, ({ body }) => withTail(body, MISSING_BYTES, () => new Uint8Array()));
    },
  }),
};

/** Number of final bytes to drop: enough to include `}` even if a line break follows. */
const MISSING_BYTES = 2;
