import { plainResponse } from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { ErrorFault } from "./rule.ts";

/** Replaces the response with one of the service's own errors. */
export const playError: FaultPlay<ErrorFault> = ({ code }, { ownError }) => ({
  kind: "replace",
  transmission: plainResponse(ownError(code)),
});
