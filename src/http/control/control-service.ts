import type { IncomingMessage, ServerResponse } from "node:http";
import { isControlPath } from "../../control/control-path.ts";
import { withHeaders, writeReply } from "../reply/write-reply.ts";
import { pathnameOf } from "../request/route.ts";
import type { ControlParts } from "./control-reply.ts";
import { placedFileUrl } from "./signed-file.ts";

/**
 * Serves the control API. It is never faulted, and its requests are recorded only if they use a key
 * by mistake.
 */
export class ControlService {
  readonly #parts: ControlParts;
  readonly #closing = new AbortController();

  constructor(parts: ControlParts) {
    this.#parts = parts;
  }

  /** Ends the event streams, which would otherwise last as long as their readers. */
  close(): void {
    this.#closing.abort();
  }

  takes(req: IncomingMessage): boolean {
    return isControlPath(pathnameOf(req)) && (this.#parts.isOn || placedFileUrl(req) !== undefined);
  }

  async serve(req: IncomingMessage, res: ServerResponse): Promise<void> {
    // The verbs and their grammars are loaded with the first request.
    const { controlReply } = await import("./control-reply.ts");
    const reply = await controlReply(this.#parts, { req, res, closing: this.#closing.signal });
    if (reply === undefined) return;
    await writeReply(res, withHeaders(reply, { "x-sim-version": this.#parts.host.version }));
    // Reads an unread body to its end, so that the client can read the response.
    req.resume();
  }
}
