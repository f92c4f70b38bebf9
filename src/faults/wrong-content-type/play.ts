import { plainResponse } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { WrongContentTypeFault } from "./rule.ts";

/** Sends the correct body with another Content-Type. */
export const playWrongContentType: FaultPlay<WrongContentTypeFault> = ({ contentType }) => ({
  kind: "spoil",
  spoil: (reply) =>
    plainResponse({ ...reply, headers: { ...reply.headers, "content-type": contentType } }),
});
