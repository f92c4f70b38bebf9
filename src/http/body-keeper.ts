import { isUtf8 } from "node:buffer";
import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { RecordedBody } from "../core/exchange.ts";
import { setWallTimer } from "../state/wall-timer.ts";

/** Maximum number of bytes of text that the journal keeps per body. */
const MAX_KEPT_BYTES = 16 * 1024;

const NOTHING: (Uint8Array | string)[] = [];

/** Counts a body's bytes and keeps the start of its text. Hashes a long or binary body. */
export class BodyKeeper {
  /** Whether the body's type is text; set from the message's headers before the first byte. */
  isText = true;
  #byteLength = 0;
  #keptBytes = 0;
  #kept: (Uint8Array | string)[] = NOTHING;
  #hash: Hash | undefined;
  #isCut = false;

  add(chunk: Uint8Array | string): void {
    const byteLength = Buffer.byteLength(chunk);
    this.#byteLength += byteLength;
    const room = MAX_KEPT_BYTES - this.#keptBytes;
    if (this.#hash === undefined && byteLength <= room) this.#keep(chunk, byteLength);
    else this.#digest(toBytes(chunk), room);
  }

  /** Keeps as much of an unread body's next chunk as fits. Returns whether there is room left. */
  addUnread(chunk: Uint8Array): boolean {
    const room = MAX_KEPT_BYTES - this.#keptBytes;
    const byteLength = Math.min(chunk.byteLength, room);
    this.#isCut ||= chunk.byteLength > room;
    this.#byteLength += byteLength;
    this.#keep(chunk.subarray(0, byteLength), byteLength);
    return this.#keptBytes < MAX_KEPT_BYTES;
  }

  #keep(chunk: Uint8Array | string, byteLength: number): void {
    // Creates an array only for a body, because most requests have none.
    if (this.#kept === NOTHING) this.#kept = [chunk];
    else this.#kept.push(chunk);
    this.#keptBytes += byteLength;
  }

  /** Starts the hash only when it is needed, because most bodies are short text. */
  #digest(bytes: Uint8Array, room: number): void {
    if (this.#hash === undefined) {
      this.#hash = createHash("sha256");
      for (const kept of this.#kept) this.#hash.update(kept);
      if (room > 0) this.#keep(bytes.subarray(0, room), room);
    }
    this.#hash.update(bytes);
  }

  /** Whether the body was small enough to keep and is UTF-8 text, regardless of its type. */
  #isWholeText(): boolean {
    const bytes = Buffer.concat(this.#kept.map(toBytes));
    return this.#hash === undefined && isUtf8(bytes) && !bytes.includes(0);
  }

  /** The body so far; undefined if it is empty. Call this only once if the body is hashed. */
  finish(): RecordedBody | undefined {
    const byteLength = this.#byteLength;
    if (byteLength === 0) return undefined;
    const isText = this.isText || this.#isWholeText();
    if (!isText) this.#digest(new Uint8Array(), 0);
    const sha256 = this.#hash?.digest("hex");
    if (!isText) return sha256 === undefined ? { byteLength } : { byteLength, sha256 };
    const [first = "", ...others] = this.#kept;
    const isWhole = typeof first === "string" && others.length === 0;
    const text = isWhole ? first : Buffer.concat(this.#kept.map(toBytes)).toString();
    if (sha256 !== undefined) return { byteLength, text, isCut: true, sha256 };
    return this.#isCut ? { byteLength, text, isCut: true } : { byteLength, text };
  }
}

function toBytes(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}

/** Whether a body of this type is text that the journal can keep. */
export function isTextual(contentType: unknown): boolean {
  return typeof contentType === "string" && /json|text|xml/.test(contentType);
}

/** Wall-clock milliseconds after a response until the journal stops recording the request body. */
const MAX_LATE_MS = 1000;

/**
 * The body of a request that was rejected or faulted before the body was read. The response doesn't
 * wait for the body. The journal records its first part, and the rest is read and discarded, so
 * that the client can finish sending and see the response.
 */
export class UnreadBody {
  readonly #req: IncomingMessage;
  readonly #keeper: BodyKeeper;
  #isOver = false;
  #onOver: (() => void) | undefined;
  #cancelTimer: (() => void) | undefined;

  constructor(req: IncomingMessage, keeper: BodyKeeper) {
    this.#req = req;
    this.#keeper = keeper;
    // Reads the bytes that have arrived, because a connection reset would discard them.
    for (let chunk = req.read(); chunk !== null; chunk = req.read()) this.#add(chunk);
    req.on("data", this.#add);
    req.once("end", this.#end);
    req.once("close", this.#end);
    req.resume();
  }

  /** Calls back once the body's record is complete. Does nothing if it is already complete. */
  whenMore(then: () => void): void {
    if (this.#isOver) return;
    this.#onOver = then;
    this.#cancelTimer = setWallTimer(this.#end, MAX_LATE_MS);
  }

  readonly #add = (chunk: Uint8Array): void => {
    if (!this.#isOver && !this.#keeper.addUnread(chunk)) this.#end();
  };

  readonly #end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#cancelTimer?.();
    this.#req.removeListener("data", this.#add);
    this.#onOver?.();
    // Discards the rest of the body. Otherwise, the stream would pause without a `data` listener.
    this.#req.resume();
  };
}
