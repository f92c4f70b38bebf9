import { plainResponse } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** Sends the correct body with another Content-Type. */
export const playWrongContentType: FaultPlay<"wrongContentType"> = ({ contentType }) => ({
  kind: "spoil",
  spoil: (reply) =>
    plainResponse({ ...reply, headers: { ...reply.headers, "content-type": contentType } }),
});
