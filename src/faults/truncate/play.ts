import {
  isStream,
  plainResponse,
  type Reply,
  type ReplyStream,
  type Transmission,
} from "../../core/reply.ts";
import type { FaultPlay } from "../fault-play.ts";
import type { TruncateFault } from "./rule.ts";

/**
 * Ends the body early, although the head announces its full length. A stream is read once in
 * advance to find its length. A stream produced over time has no known length, so it ends after the
 * given number of bytes or, for a share, after its first piece.
 */
export const playTruncate: FaultPlay<TruncateFault> = ({ at }, { closed }) => ({
  kind: "spoil",
  spoil: async (reply) => {
    if (reply.isLive && isStream(reply.body)) return truncatedLive(reply, reply.body, at);
    const announcedBytes = reply.byteLength ?? (await lengthOf(reply.body, closed));
    const afterBytes = "bytes" in at ? at.bytes : Math.floor(announcedBytes * at.share);
    if (afterBytes >= announcedBytes) return undefined;
    return { ...plainResponse(reply), announcedBytes, cut: { afterBytes, by: "close" } };
  },
});

function truncatedLive(
  reply: Reply,
  body: ReplyStream,
  at: TruncateFault["at"],
): Transmission | undefined {
  if ("bytes" in at) return { ...plainResponse(reply), cut: { afterBytes: at.bytes, by: "close" } };
  if (at.share === 1) return undefined;
  const afterBytes = at.share === 0 ? 0 : Number.POSITIVE_INFINITY;
  return { ...plainResponse({ ...reply, body: firstOf(body) }), cut: { afterBytes, by: "close" } };
}

async function* firstOf(body: ReplyStream): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    yield piece;
    return;
  }
}

async function lengthOf(body: Reply["body"], closed: AbortSignal): Promise<number> {
  if (!isStream(body)) return Buffer.byteLength(body);
  let total = 0;
  for await (const piece of body) {
    total += piece.byteLength;
    if (closed.aborted) break;
  }
  return total;
}
