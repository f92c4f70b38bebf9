import { sending } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** The body is as it should be, and announced as something else. */
export const playWrongContentType: FaultPlay<"wrongContentType"> = ({ contentType }) => ({
  kind: "spoil",
  spoil: (reply) =>
    sending({ ...reply, headers: { ...reply.headers, "content-type": contentType } }),
});
