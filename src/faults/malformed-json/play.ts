import { plainResponse } from "../../core/reply.ts";
import { isJson, withFile, withTail } from "../body-edit.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { MalformedJsonFault } from "./rule.ts";

/**
 * Number of final bytes that no JSON response can do without: `}`, `]}`, or the last line's `}` and
 * line break.
 */
const MISSING_BYTES = 2;

/**
 * Cuts off the end of the JSON with a matching Content-Length; a response that is not JSON stays
 * unchanged.
 */
export const playMalformedJson: FaultPlay<MalformedJsonFault> = () => ({
  kind: "spoil",
  spoil: async (reply) => {
    if (!isJson(reply)) return undefined;
    const cut = await withFile(reply, ({ body }) =>
      withTail(body, MISSING_BYTES, () => new Uint8Array()),
    );
    return cut && plainResponse(cut);
  },
});
