import type { Reply } from "./reply.ts";

/** What a client receives, and how it ends: a value that `transmit` acts on. */
export type Transmission = SentResponse | Silence;

/** A response, or part of one. */
export type SentResponse = {
  readonly kind: "response";
  readonly reply: Reply;
  /** Time on the sandbox's clock before the first byte. */
  readonly delayMs?: number;
  /** Rate at which the body is sent, on the sandbox's clock. */
  readonly bytesPerSecond?: number;
  /** Where the body ends early; undefined for a complete body. */
  readonly cut?: Cut;
  /** The announced Content-Length of a stream; undefined if none is announced. */
  readonly announcedBytes?: number;
};

/** Where a body ends early, and how: with a reset (TCP RST), or by closing the connection cleanly. */
export type Cut = { readonly afterBytes: number; readonly by: "reset" | "close" };

/** No response bytes: the connection stays open until either side gives up, is reset, or is closed cleanly. */
export type Silence = { readonly kind: "silence"; readonly end: "hang" | "reset" | "close" };

/** The complete, unmodified response. */
export function plainResponse(reply: Reply): SentResponse {
  return { kind: "response", reply };
}

/** No response. */
export function silence(end: Silence["end"]): Silence {
  return { kind: "silence", end };
}
