import { plainResponse, silence } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { ResetFault } from "./rule.ts";

/** Resets the connection before the response, after its head, or after part of its body. */
export const playReset: FaultPlay<ResetFault> = ({ at }) => {
  if (at === "beforeHeaders") return { kind: "replace", transmission: silence("reset") };
  const afterBytes = at === "afterHeaders" ? 0 : at.afterBytes;
  return {
    kind: "spoil",
    spoil: (reply) => ({ ...plainResponse(reply), cut: { afterBytes, by: "reset" } }),
  };
};
