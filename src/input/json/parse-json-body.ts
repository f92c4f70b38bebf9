import { isUtf8 } from "node:buffer";
import { createHash } from "node:crypto";
import { Work } from "../../codec/work.ts";
import { type JsonValue, parseJson } from "../../core/json.ts";
import { canonicalPieces } from "../../core/json-pieces.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { type BodyLimit, bodyChunks, largerThan } from "../body-chunks.ts";
import type { PackedRows } from "../packed-rows.ts";
import { isTooDeep, MAX_JSON_DEPTH, requireShortIds } from "./json-limits.ts";
import { RowSpool } from "./row-spool.ts";
import { type ParsedJson, StreamedJson, type StreamedJsonOptions } from "./streamed-json.ts";

/** Maximum size in bytes of a body that is parsed in one step. */
const SMALL_BODY_BYTES = 64 * 1024;

/** Bytes to parse between pauses for other work; fewer at first, before V8 optimizes the parser. */
const PIECE_BYTES = 64 * 1024;
const FIRST_PIECE_BYTES = 4 * 1024;

/** Milliseconds between pauses while parsing short pieces or computing the digest. */
const SLICE_MS = 2;

export type JsonBody = {
  /** The body; the array at `rowsAt` may be shortened to a sample of its items. */
  readonly body: JsonValue;
  /** All items of the array at `rowsAt`; undefined if there is no array there. */
  readonly rows?: PackedRows;
  /** For each item of the shortened array, its index in the full array. */
  readonly sampledRows: readonly number[];
  /** SHA-256 of the body, in hex; ignores whitespace and, except in rows, the order of keys. */
  readonly digest: string;
};

/** `rowsAt` is the path of the property whose array becomes `rows`. */
export type JsonBodyOptions = BodyLimit &
  StreamedJsonOptions & {
    /** Name of the sandbox that the work is for; sandboxes take turns. Default: all sandboxes. */
    readonly key?: string;
  };

/**
 * Parses a JSON body as it arrives, with pauses for other work. If a key occurs twice, the last one
 * counts. Throws a `MalformedBodyError` (also if the body is not UTF-8, has a byte order mark, is
 * empty, or is nested more than 1,000 levels deep), a `BodyTooLargeError`, a `RowLimitError`, or a
 * SimulatorError `SIM_SCHEMA_LIMIT` for too many keys or values; passes on errors from the stream.
 */
export async function parseJsonBody(
  stream: AsyncIterable<Uint8Array>,
  options: JsonBodyOptions,
): Promise<JsonBody> {
  const chunks = bodyChunks(stream, options);
  try {
    const head = await readHead(chunks);
    return await (head.isWhole
      ? parseWholeJson(head.bytes, options)
      : parseInPieces(head.bytes, chunks, options));
  } finally {
    await chunks.return();
  }
}

/** Like `parseJsonBody`, for a complete body; parses a small one synchronously. */
export function parseWholeJson(
  bytes: Uint8Array,
  options: JsonBodyOptions,
): JsonBody | Promise<JsonBody> {
  if (bytes.length > options.maxBytes) throw largerThan(options.maxBytes);
  const isSmall = bytes.length <= SMALL_BODY_BYTES;
  const parsed = isSmall ? parseSmallJson(bytes, options) : undefined;
  if (parsed === undefined) return parseInPieces(bytes, [], options);
  const body = describe(parsed, options);
  const hash = createHash("sha256");
  for (const piece of digested(body)) hash.update(piece);
  return { ...body, digest: hash.digest("hex") };
}

async function readHead(chunks: AsyncGenerator<Uint8Array, void>) {
  const head: Uint8Array[] = [];
  let byteLength = 0;
  while (byteLength <= SMALL_BODY_BYTES) {
    const next = await chunks.next();
    if (next.done) return { bytes: Buffer.concat(head), isWhole: true };
    head.push(next.value);
    byteLength += next.value.length;
  }
  return { bytes: Buffer.concat(head), isWhole: false };
}

async function parseInPieces(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  options: JsonBodyOptions,
): Promise<JsonBody> {
  const work = new Work(options.key);
  const parser = new StreamedJson(options);
  let pieceBytes = FIRST_PIECE_BYTES;
  const parse = async (chunk: Uint8Array): Promise<void> => {
    for (let start = 0, end = 0; start < chunk.length; start = end) {
      end = start + pieceBytes;
      parser.write(chunk.subarray(start, end));
      await parser.settle();
      await (pieceBytes < PIECE_BYTES ? work.pauseAfter(SLICE_MS) : work.pause());
      pieceBytes = Math.min(2 * pieceBytes, PIECE_BYTES);
    }
  };
  await parse(head);
  for await (const chunk of rest) await parse(chunk);
  const body = describe(parser.end(), options);
  return { ...body, digest: await digestOf(body, work) };
}

type Undigested = Omit<JsonBody, "digest">;

function describe({ value, spool }: ParsedJson, { idsAt }: JsonBodyOptions): Undigested {
  requireShortIds(value, idsAt);
  if (spool === undefined) return { body: value, sampledRows: [] };
  return { body: value, sampledRows: spool.sampledRows, rows: spool.packer.finish() };
}

async function digestOf(body: Undigested, work: Work): Promise<string> {
  const hash = createHash("sha256");
  for (const piece of digested(body)) {
    hash.update(piece);
    // Computing a large body's digest takes a while.
    await work.pauseAfter(SLICE_MS);
  }
  return hash.digest("hex");
}

function* digested({ body, rows }: Undigested): Generator<string | Uint8Array, void> {
  yield* canonicalPieces(body);
  if (!rows) return;
  yield "\0rows\0";
  yield* rows.bytes();
}

/**
 * Parses a small body in one step, with the same result as `StreamedJson`. Returns undefined if the
 * body is malformed or nested too deeply, so that `StreamedJson` can explain the problem.
 */
export function parseSmallJson(
  bytes: Uint8Array,
  options: StreamedJsonOptions,
): ParsedJson | undefined {
  if (!isUtf8(bytes)) return undefined;
  const { buffer, byteOffset, length } = bytes;
  const value = parseJson(Buffer.from(buffer, byteOffset, length).toString("utf8"));
  if (value === undefined || (length > MAX_JSON_DEPTH && isTooDeep(value))) return undefined;
  const rows = options.rowsAt && valueAtPath(value, options.rowsAt);
  if (!Array.isArray(rows)) return { value };
  const spool = new RowSpool(options);
  for (const row of rows) spool.add(row);
  rows.length = 0;
  for (const row of spool.sample) rows.push(row);
  return { value, spool };
}
