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
import { bytesIn } from "./byte-range.ts";
import { closeSignal } from "./close-signal.ts";
import { breakOff } from "./connection.ts";
import { byteLengthOf, drained, writeReply } from "./write-reply.ts";

/** Dependencies of a transmission. */
export type TransmitContext = {
  readonly clock: Clock;
  readonly recorder: Recorder;
  /** Resolves when all changes so far are stored; undefined if nothing has to be. */
  readonly saved: () => Promise<void> | undefined;
  /** The headers of every response; `lateMs` is its delay in milliseconds. */
  readonly headersOf: (reply: Reply, lateMs: number) => Readonly<Record<string, string>>;
};

/** Time that each piece of a slow body covers, on the sandbox's clock. */
const PIECE_MS = 100;

/** Statuses without a body (RFC 9110, 6.4.1, 15.3.6): it would look like the next response. */
const BODILESS: ReadonlySet<number> = new Set([204, 205, 304]);

/** Resolves when all is sent, or the client has disconnected; undefined if nothing waits. */
export function transmit(
  res: ServerResponse,
  transmission: Transmission,
  context: TransmitContext,
): Promise<void> | undefined {
  if (transmission.kind === "silence") return keepSilent(res, transmission, context);
  const response = withoutForbiddenBody(transmission);
  const isWaiting = (response.delayMs ?? 0) > 0 || isStream(response.reply.body);
  return isWaiting ? sendWhenReady(res, response, context) : sendNow(res, response, context);
}

function withoutForbiddenBody(response: SentResponse): SentResponse {
  const { status, hasNoBody, headers: all } = response.reply;
  if (hasNoBody || !BODILESS.has(status)) return response;
  const { "content-type": _, ...headers } = all;
  // Only 205 announces the length of its empty body.
  const reply = {
    status,
    headers,
    body: "",
    ...(status === 205 ? {} : { hasNoBody: true as const }),
  };
  return { ...response, reply };
}

async function sendWhenReady(
  res: ServerResponse,
  response: SentResponse,
  context: TransmitContext,
): Promise<void> {
  const { delayMs = 0, reply } = response;
  if (delayMs > 0) {
    await context.clock.waitUntil(
      context.clock.now() + delayMs,
      closeSignal(res),
      context.recorder.label,
    );
    if (res.closed) return;
  }
  // If the first piece of a stream fails, nothing has been sent, so an error response still can be.
  const body = isStream(reply.body) ? await peekFirst(reply.body) : reply.body;
  await sendNow(res, { ...response, reply: { ...reply, body } }, context);
}

/** A client must not learn of anything that a killed process would forget. */
function sendNow(
  res: ServerResponse,
  response: SentResponse,
  context: TransmitContext,
): Promise<void> | undefined {
  const saved = context.saved();
  return saved === undefined
    ? write(res, response, context)
    : saved.then(() => write(res, response, context));
}

function write(
  res: ServerResponse,
  response: SentResponse,
  context: TransmitContext,
): Promise<void> | undefined {
  const { delayMs = 0, cut, bytesPerSecond } = response;
  const headers = context.headersOf(response.reply, delayMs);
  context.recorder.answer(response.reply.status, headers, response.reply.file);
  const reply = { ...response.reply, headers, body: savedFirst(response.reply, context) };
  const isWhole = cut === undefined && bytesPerSecond === undefined;
  return reply.hasNoBody || isWhole
    ? writeReply(res, reply, context.recorder.tap)
    : writeInPieces(res, { ...response, reply }, context);
}

/** Each piece of a live body may tell what has just happened. */
function savedFirst({ body, isLive = false }: Reply, { saved }: TransmitContext): Reply["body"] {
  return isLive && isStream(body) ? piecesAfter(body, saved) : body;
}

async function* piecesAfter(
  body: AsyncIterable<Uint8Array>,
  saved: TransmitContext["saved"],
): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    const pending = saved();
    if (pending !== undefined) await pending;
    yield piece;
  }
}

async function keepSilent(
  res: ServerResponse,
  { end }: Silence,
  { recorder, saved }: TransmitContext,
): Promise<void> {
  const pending = saved();
  if (pending !== undefined) await pending;
  if (end !== "hang") {
    recorder.cut();
    return breakOff(res, end);
  }
  if (!res.closed) await new Promise<void>((resolve) => res.once("close", resolve));
}

async function writeInPieces(
  res: ServerResponse,
  response: SentResponse,
  context: TransmitContext,
): Promise<void> {
  const { reply, cut, announcedBytes = reply.byteLength ?? lengthOf(reply.body) } = response;
  const length = announcedBytes === undefined ? {} : { "content-length": announcedBytes };
  res.writeHead(reply.status, { ...reply.headers, ...length });
  res.flushHeaders();
  const whole = piecesOf(reply.body);
  const paced = atPace(firstOf(whole, cut?.afterBytes), response.bytesPerSecond, {
    clock: context.clock,
    closed: closeSignal(res),
    request: context.recorder.label,
  });
  for await (const piece of paced) {
    if (res.closed) return;
    context.recorder.tap(piece);
    if (!res.write(piece)) await drained(res);
  }
  if (res.closed) return;
  if (cut === undefined) {
    res.end();
    return;
  }
  context.recorder.cut();
  await breakOff(res, cut.by);
}

function lengthOf(body: Reply["body"]): number | undefined {
  return typeof body === "string" || body instanceof Uint8Array ? byteLengthOf(body) : undefined;
}

async function* piecesOf(body: Reply["body"]): AsyncGenerator<Uint8Array> {
  if (typeof body === "string" || body instanceof Uint8Array) yield Buffer.from(body);
  else yield* body;
}

/** The first bytes of a body; the rest is never produced. */
function firstOf(
  pieces: AsyncIterable<Uint8Array>,
  numBytes = Number.POSITIVE_INFINITY,
): AsyncIterable<Uint8Array> {
  return bytesIn(pieces, { first: 0, last: numBytes - 1 });
}

type Pacing = {
  readonly clock: Clock;
  readonly closed: AbortSignal;
  /** Names the request in notices. */
  readonly request: string;
};

/** A body at a limited rate: each piece is sent when its last byte is due. */
async function* atPace(
  pieces: AsyncIterable<Uint8Array>,
  bytesPerSecond: number | undefined,
  { clock, closed, request }: Pacing,
): AsyncGenerator<Uint8Array> {
  if (bytesPerSecond === undefined) return yield* pieces;
  const size = Math.max(1, Math.floor((bytesPerSecond * PIECE_MS) / 1000));
  let due = clock.now();
  for await (const piece of pieces) {
    for (let start = 0; start < piece.byteLength; start += size) {
      const part = piece.subarray(start, start + size);
      due += (part.byteLength / bytesPerSecond) * 1000;
      await clock.waitUntil(Math.ceil(due), closed, request);
      if (closed.aborted) return;
      yield part;
    }
  }
}
