import { createHash } from "node:crypto";
import { Work } from "../../codec/work.ts";
import { canonicalPieces } from "../../core/canonical-pieces.ts";
import type { JsonValue } from "../../core/json.ts";
import { type BodyLimit, bodyChunks } from "../body-chunks.ts";
import type { PackedRows } from "../packed-rows.ts";
import { requireShortIds } from "./json-limits.ts";
import type { InvalidRow } from "./row-spool.ts";
import { parseSmallJson } from "./small-json.ts";
import { type ParsedJson, StreamedJson, type StreamedJsonOptions } from "./streamed-json.ts";

/** Maximum size in bytes of a body that is parsed in one step. */
const SMALL_BODY_BYTES = 64 * 1024;

/** Bytes of a large body to parse before other work runs. The first pieces are shorter: the engine hasn't compiled the parser yet. */
const PIECE_BYTES = 64 * 1024;
const FIRST_PIECE_BYTES = 4 * 1024;

/** A parsed JSON body. */
export type JsonBody = {
  /** The body; the array at `rowsAt` may be shortened to a sample of its items. */
  readonly body: JsonValue;
  /** All items of the array at `rowsAt`; undefined without an array there. */
  readonly rows?: PackedRows;
  /** For each item of the shortened array, its index in the full one. */
  readonly sampledRows: readonly number[];
  /** The first 20 rows that are not strings. */
  readonly invalidRows: readonly InvalidRow[];
  /** SHA-256 in hex: equal for equal bodies, regardless of whitespace and key order. */
  readonly digest: string;
  readonly byteLength: number;
};

/** `rowsAt` is the path of the property whose array becomes `rows`. */
export type JsonBodyOptions = BodyLimit &
  StreamedJsonOptions & {
    /** The sandbox for which it is parsed; sandboxes take turns. Default: for all of them. */
    readonly key?: string;
  };

/**
 * Parses a JSON body as it arrives, letting other work run in between. If a key occurs twice, the last one counts.
 * Throws a `MalformedJsonError` (also if the body is not UTF-8, has a byte order mark, is empty, or is
 * nested more than 1,000 levels deep) or a `BodyTooLargeError`, a `ValueLimitError`, a `RowLimitError`, and a
 * SimulatorError `SIM_SCHEMA_LIMIT` for too many keys or values; passes on errors from the stream.
 */
export async function parseJsonBody(
  stream: AsyncIterable<Uint8Array>,
  options: JsonBodyOptions,
): Promise<JsonBody> {
  const chunks = bodyChunks(stream, options);
  const work = new Work(options.key);
  try {
    const head = await readHead(chunks);
    const small = head.isWhole ? parseSmallJson(head.bytes, options.rowsAt, options) : undefined;
    if (small) return await describe(small, head.bytes.length, { options, work });
    const streamed = await parseStreamed(head.bytes, chunks, { options, work });
    const body = await describe(streamed.parsed, streamed.byteLength, { options, work });
    // Computing the digest of a large body and validating it each take a while.
    await work.pause();
    return body;
  } finally {
    await chunks.return();
  }
}

type Parsing = { readonly options: JsonBodyOptions; readonly work: Work };

async function readHead(chunks: AsyncGenerator<Uint8Array, void>) {
  const head: Uint8Array[] = [];
  let byteLength = 0;
  while (byteLength <= SMALL_BODY_BYTES) {
    const next = await chunks.next();
    if (next.done) return { bytes: joined(head), isWhole: true };
    head.push(next.value);
    byteLength += next.value.length;
  }
  return { bytes: joined(head), isWhole: false };
}

async function parseStreamed(
  head: Uint8Array,
  rest: AsyncIterable<Uint8Array>,
  { options, work }: Parsing,
): Promise<{ parsed: ParsedJson; byteLength: number }> {
  const parser = new StreamedJson(options);
  let byteLength = 0;
  let pieceBytes = FIRST_PIECE_BYTES;
  const parse = async (chunk: Uint8Array): Promise<void> => {
    byteLength += chunk.length;
    for (let start = 0, end = 0; start < chunk.length; start = end) {
      end = start + pieceBytes;
      parser.write(chunk.subarray(start, end));
      await parser.settle();
      await work.pause();
      pieceBytes = Math.min(2 * pieceBytes, PIECE_BYTES);
    }
  };
  await parse(head);
  for await (const chunk of rest) await parse(chunk);
  return { parsed: parser.end(), byteLength };
}

async function describe(
  { value, spool }: ParsedJson,
  byteLength: number,
  { options, work }: Parsing,
): Promise<JsonBody> {
  requireShortIds(value, options.idsAt);
  const { sampledRows = [], invalidRows = [] } = spool ?? {};
  const rows = spool?.packer.finish();
  const digest = await digestOf(value, rows, work);
  const common = { body: value, sampledRows, invalidRows, digest, byteLength };
  return rows ? { ...common, rows } : common;
}

async function digestOf(
  body: JsonValue,
  rows: PackedRows | undefined,
  work: Work,
): Promise<string> {
  const hash = createHash("sha256");
  let hashed = 0;
  for (const piece of digested(body, rows)) {
    if (hashed > PIECE_BYTES) {
      await work.pause();
      hashed = 0;
    }
    hash.update(piece);
    hashed += piece.length;
  }
  return hash.digest("hex");
}

function* digested(
  body: JsonValue,
  rows: PackedRows | undefined,
): Generator<string | Uint8Array, void> {
  yield* canonicalPieces(body);
  if (!rows) return;
  yield "\0rows\0";
  yield* rows.bytes();
}

function joined(chunks: readonly Uint8Array[]): Uint8Array {
  const [only] = chunks;
  return chunks.length === 1 && only ? only : Buffer.concat(chunks);
}
