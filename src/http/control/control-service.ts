import type { IncomingMessage, ServerResponse } from "node:http";
import { isControlPath } from "../../control/control-path.ts";
import { withHeaders, writeReply } from "../reply/write-reply.ts";
import { pathnameOf } from "../request/route.ts";
import type { ControlParts } from "./control-reply.ts";
import { placedFileUrl } from "./signed-file.ts";

export type ControlService = ReturnType<typeof controlService>;

/** Serves the control API. Records only requests for placed files that needlessly carry a key. */
export function controlService(parts: ControlParts) {
  const closing = new AbortController();
  return {
    /** Ends the event streams, which would otherwise last until their readers disconnect. */
    close: () => closing.abort(),
    takes: (req: IncomingMessage) =>
      isControlPath(pathnameOf(req)) && (parts.isOn || placedFileUrl(req) !== undefined),
    serve: async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
      // The first request loads the verbs and their grammars.
      const { controlReply } = await import("./control-reply.ts");
      const reply = await controlReply(parts, { req, res, closing: closing.signal });
      if (reply === undefined) return;
      await writeReply(res, withHeaders(reply, { "x-sim-version": parts.host.version }));
      // Reads an unread body to its end, so that the client can read the response.
      req.resume();
    },
  };
}
