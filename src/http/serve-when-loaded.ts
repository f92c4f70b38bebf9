import type { IncomingMessage, ServerResponse } from "node:http";
import type { Loading } from "../state/loading.ts";
import { bugReply, codeOf } from "./reply/problem-reply.ts";
import { writeReply } from "./reply/write-reply.ts";

/** A request whose sandbox has not been read from its store. */
export type EarlyRequest = {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly version: string;
};

/** Serves a request once its sandbox has been read; rejects it if that fails. */
export async function serveWhenLoaded(
  loading: Loading,
  { req, res, version }: EarlyRequest,
  serve: () => Promise<void> | undefined,
): Promise<void> {
  try {
    await loading.wait();
  } catch (error) {
    const reply = bugReply(error);
    const headers = { ...reply.headers, "x-sim-version": version, "x-sim-error": codeOf(error) };
    await writeReply(res, { ...reply, headers }, () => {});
    req.resume();
    return;
  }
  if (!res.closed) await serve();
}
