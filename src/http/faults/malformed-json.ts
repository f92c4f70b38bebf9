import { sending } from "../reply/transmission.ts";
import { withTail } from "./body-edit.ts";
import type { FaultPlay } from "./fault-play.ts";
import { isJson } from "./json-edit.ts";

/** Bytes that the end of every JSON answer has to have: `}` alone, or `]}`, or the `}` and line end of the last line. */
const MISSING_BYTES = 2;

/** The end of the JSON is missing, and the head doesn't tell; an answer that is no JSON stays as it is. */
export const playMalformedJson: FaultPlay<"malformedJson"> = () => ({
  kind: "spoil",
  spoil: (reply) => {
    if (!isJson(reply)) return undefined;
    const body = withTail(reply.body, MISSING_BYTES, () => new Uint8Array());
    return sending({ ...reply, body });
  },
});
