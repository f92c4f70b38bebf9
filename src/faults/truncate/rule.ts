import {
  isStream,
  plainResponse,
  type Reply,
  type ReplyStream,
  type Transmission,
} from "../../core/reply.ts";
import { type FaultKind, RESPONSE_ONLY, SPOILING } from "../fault-kind.ts";

/** The number of bytes that the client receives, or a share of the body that is less than 1. */
export type TruncatePoint = { readonly bytes: number } | { readonly share: number };

export const truncateKind: FaultKind<{ readonly at: TruncatePoint }> = {
  kind: "truncate",
  docs: "the body ends early, and the connection closes cleanly although `Content-Length` gives the full length. With `atBytes`, a live stream ends after that many bytes; with `atShare`, it ends after its first chunk.",
  traits: { ...SPOILING, bodyDamage: "truncated", isBodyCorrect: true },
  phases: RESPONSE_ONLY,
  play: ({ at }, { closed }) => ({
    spoil: async (reply) => {
      if (reply.isLive && isStream(reply.body)) return truncatedLive(reply, reply.body, at);
      const announcedBytes = reply.byteLength ?? (await lengthOf(reply.body, closed));
      const afterBytes = "bytes" in at ? at.bytes : Math.floor(announcedBytes * at.share);
      if (afterBytes >= announcedBytes) return undefined;
      return { ...plainResponse(reply), announcedBytes, cut: { afterBytes, by: "close" } };
    },
  }),
};

function truncatedLive(reply: Reply, body: ReplyStream, at: TruncatePoint): Transmission {
  if ("bytes" in at) return { ...plainResponse(reply), cut: { afterBytes: at.bytes, by: "close" } };
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
