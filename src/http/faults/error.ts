import { plainResponse } from "../reply/transmission.ts";
import type { FaultPlay } from "./fault-play.ts";

/** Replaces the response with one of the service's own errors. */
export const playError: FaultPlay<"error"> = ({ code }, { ownError }) => ({
  kind: "replace",
  transmission: plainResponse(ownError(code)),
});
