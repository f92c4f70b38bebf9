import type { ServerResponse } from "node:http";
import { peekFirst } from "../../core/peek-first.ts";
import {
  isStream,
  type Reply,
  type SentResponse,
  type Silence,
  type Transmission,
} from "../../core/reply.ts";
import type { Clock } from "../../state/clock.ts";
import type { Recorder } from "../recorder.ts";
import { bytesIn, streamOf } from "./byte-range.ts";
import { closeSignal, untilOneOf } from "./close-signal.ts";
import { breakOff } from "./connection.ts";
import { writeReply } from "./write-reply.ts";

export type TransmitContext = {
  readonly res: ServerResponse;
  readonly clock: Clock;
  readonly recorder: Recorder;
  /** Resolves when all changes so far are stored; undefined if there is nothing to store. */
  readonly saved: () => Promise<void> | undefined;
  /** A response's headers; `lateMs` is the response's delay in milliseconds. */
  readonly headersOf: (reply: Reply, lateMs: number) => Readonly<Record<string, string>>;
};

/** Milliseconds, on the sandbox's clock, between the pieces of a slow body. */
const PIECE_MS = 100;

/** Statuses whose body clients would read as the next response (RFC 9110, 6.4.1 and 15.3.6). */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Resolves when everything is sent or the client disconnects. Synchronous if nothing waits. */
export function transmit(
  transmission: Transmission,
  context: TransmitContext,
): Promise<void> | undefined {
  if (transmission.kind === "silence") return keepSilent(transmission, context);
  const response = withoutForbiddenBody(transmission);
  const isWaiting = (response.delayMs ?? 0) > 0 || isStream(response.reply.body);
  return isWaiting ? sendWhenReady(response, context) : sendNow(response, context);
}

function withoutForbiddenBody(response: SentResponse): SentResponse {
  const { status, hasNoBody, headers: all } = response.reply;
  if (hasNoBody || !BODILESS.has(status)) return response;
  const { "content-type": _, ...headers } = all;
  // Among the statuses without a body, only 205 has a `content-length`.
  const reply: Reply = { status, headers, body: "" };
  return { ...response, reply: status === 205 ? reply : { ...reply, hasNoBody: true } };
}

async function sendWhenReady(response: SentResponse, context: TransmitContext): Promise<void> {
  const { delayMs = 0, reply } = response;
  if (delayMs > 0) {
    const { res, clock, recorder } = context;
    await clock.waitUntil(clock.now() + delayMs, closeSignal(res), recorder.label);
    if (res.closed) return;
  }
  // If a stream's first piece fails, nothing has been sent yet, so an error response is possible.
  const body = isStream(reply.body) ? await peekFirst(reply.body) : reply.body;
  await sendNow({ ...response, reply: { ...reply, body } }, context);
}

/** Sends once changes are stored: a client must not see a change that a crash could undo. */
function sendNow(response: SentResponse, context: TransmitContext): Promise<void> | undefined {
  const saved = context.saved();
  return saved === undefined
    ? write(response, context)
    : saved.then(() => write(response, context));
}

function write(response: SentResponse, context: TransmitContext): Promise<void> | undefined {
  const { res, recorder, saved } = context;
  const { reply, delayMs = 0, cut, bytesPerSecond } = response;
  const headers = context.headersOf(reply, delayMs);
  recorder.answer(reply.status, headers, reply.file);
  // A piece of a live body may report a change that isn't stored yet.
  const body = reply.isLive && isStream(reply.body) ? piecesAfter(reply.body, saved) : reply.body;
  const whole = { ...reply, headers, body };
  if (reply.hasNoBody || (cut === undefined && bytesPerSecond === undefined))
    return writeReply(res, whole, recorder.tap);
  const inMemory = isStream(body) ? undefined : Buffer.byteLength(body);
  const { announcedBytes: byteLength = reply.byteLength ?? inMemory } = response;
  const pieces = piecesOf({ ...response, reply: whole }, context);
  const sent = { ...whole, body: pieces, ...(byteLength !== undefined && { byteLength }) };
  if (cut === undefined) return writeReply(res, sent, recorder.tap);
  return writeReply(res, sent, recorder.tap, () => {
    recorder.isCut = true;
    return breakOff(res, cut.by);
  });
}

async function* piecesAfter(
  body: AsyncIterable<Uint8Array>,
  saved: TransmitContext["saved"],
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    await saved();
    yield piece;
  }
}

async function keepSilent({ end }: Silence, context: TransmitContext): Promise<void> {
  const { res, recorder, saved } = context;
  await saved();
  if (end !== "hang") {
    recorder.isCut = true;
    return breakOff(res, end);
  }
  if (!res.closed) await untilOneOf(res, "close");
}

/** Yields a body up to its cut. If the rate is limited, waits until each piece's end is due. */
async function* piecesOf(
  { reply, cut, bytesPerSecond }: SentResponse,
  { res, clock, recorder }: TransmitContext,
): AsyncGenerator<Uint8Array> {
  // Sends the head even if no piece follows.
  res.flushHeaders();
  // The stream isn't read beyond the cut.
  const last = (cut?.afterBytes ?? Number.POSITIVE_INFINITY) - 1;
  const pieces = bytesIn(streamOf(reply.body), { first: 0, last });
  if (bytesPerSecond === undefined) return yield* pieces;
  const closed = closeSignal(res);
  const size = Math.max(1, Math.floor((bytesPerSecond * PIECE_MS) / 1000));
  let due = clock.now();
  for await (const piece of pieces) {
    for (let start = 0; start < piece.byteLength; start += size) {
      const part = piece.subarray(start, start + size);
      due += (part.byteLength / bytesPerSecond) * 1000;
      await clock.waitUntil(Math.ceil(due), closed, recorder.label);
      if (closed.aborted) return;
      yield part;
    }
  }
}
