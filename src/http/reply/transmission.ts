import type { Reply } from "./reply.ts";

/** What a client is sent of an answer, and how that ends: a value, which `transmit` acts on. */
export type Transmission = Sending | Silence;

/** An answer, or some of it. */
export type Sending = {
  readonly kind: "sending";
  readonly reply: Reply;
  /** Time on the sandbox's clock before the first byte. */
  readonly delayMs?: number;
  /** So fast does the body come, on the sandbox's clock. */
  readonly bytesPerSecond?: number;
  /** Where the body breaks off; undefined: nowhere. */
  readonly cut?: Cut;
  /** The announced Content-Length of a stream; undefined if none is announced. */
  readonly announcedBytes?: number;
};

/** Where a body breaks off, and how: by a reset (TCP RST), or by closing the connection in good order. */
export type Cut = { readonly afterBytes: number; readonly by: "reset" | "close" };

/** Not a byte of an answer: the connection stays open until somebody gives up, is reset, or is closed in good order. */
export type Silence = { readonly kind: "silence"; readonly end: "hang" | "reset" | "close" };

/** A whole answer, as ever. */
export function sending(reply: Reply): Sending {
  return { kind: "sending", reply };
}

/** No answer. */
export function silence(end: Silence["end"]): Silence {
  return { kind: "silence", end };
}
