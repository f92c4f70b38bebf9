import type { ErrorWords } from "../files.ts";
import { parseJson } from "../json.ts";
import { drawBase62, rngFor } from "../rng.ts";
import type { EndKind, Finish, Row, RowRecord } from "./row.ts";

/** The values of a row that its line can contain, as JSON or within a string. */
export const LINE_VALUES = [
  "id",
  "echo",
  "index",
  "modelId",
  "text",
  "tool",
  "toolInput",
  "reasoning",
  "vector",
  "vectorIndex",
  "finish",
  "inputTokens",
  "outputTokens",
  "totalTokens",
  "hash",
  "errorStatus",
  "errorType",
  "errorCode",
  "errorMessage",
] as const;

export type LineSlot = (typeof LINE_VALUES)[number];

/**
 * A line in pieces: literal JSON text, the places of values, and pieces that are repeated for each
 * vector. Within a string, a value is written without quotes.
 */
export type LinePieces = readonly (
  | string
  | { readonly slot: LineSlot; readonly isInString: boolean }
  | { readonly each: LinePieces }
)[];

/** The form of a line: the outcome of its row or, if the row succeeded, the kind of its output. */
export type LineForm =
  | "text"
  | "tool"
  | "vector"
  /** Text after reasoning. */
  | "reasoned"
  | "refusal"
  /** Text that was cut off at its limit. */
  | "cut"
  | Exclude<EndKind, "succeeded">;

/** The lines of a results file. A row is omitted if its form has no line. */
export type LineLayout = {
  readonly pieces: Readonly<Partial<Record<LineForm, LinePieces>>>;
  /** The service's words for why the model stopped. */
  readonly finish: Readonly<Partial<Record<Finish, string>>>;
  /** Errors by `RowError.reason`; `invalid` covers other statuses below 500, `failed` the rest. */
  readonly errors: Readonly<Record<string, ErrorWords>>;
};

/** A row's line, without a line terminator; undefined if the file has no line for it. */
export function lineOf(row: Row, layout: LineLayout): string | undefined {
  const { record } = row;
  if (record === undefined) return undefined;
  const pieces = piecesFor(row, record, layout.pieces);
  return pieces && textOf(pieces, { row, record, layout, vectorIndex: 0 });
}

function textOf(pieces: LinePieces, line: Line): string {
  let text = "";
  for (const piece of pieces) {
    if (typeof piece === "string") text += piece;
    else if ("each" in piece) text += repeated(piece.each, line);
    else {
      const value = slotValue(line, piece.slot);
      text += piece.isInString ? JSON.stringify(String(value)).slice(1, -1) : jsonOf(value);
    }
  }
  return text;
}

/** A list with an item for each vector. */
function repeated(pieces: LinePieces, line: Line): string {
  const count = line.row.vectors?.length ?? 1;
  const items = Array.from({ length: count }, (_, vectorIndex) =>
    textOf(pieces, { ...line, vectorIndex }),
  );
  return `[${items.join(",")}]`;
}

/** The pieces for a row. A refusal, cut, or reasoned row without its own uses `text` or `tool`. */
function piecesFor(
  { vector, isRefusal }: Row,
  { end, tool, finish, reasoning }: RowRecord,
  pieces: LineLayout["pieces"],
): LinePieces | undefined {
  if (end.kind !== "succeeded") return pieces[end.kind];
  if (vector !== undefined) return pieces.vector;
  if (isRefusal === true && pieces.refusal !== undefined) return pieces.refusal;
  if (finish === "length" && pieces.cut !== undefined) return pieces.cut;
  if (reasoning !== undefined && pieces.reasoned !== undefined) return pieces.reasoned;
  return tool === null ? pieces.text : pieces.tool;
}

/** JSON text that is inserted unchanged. */
class RawJson {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }

  toString(): string {
    return this.text;
  }
}

type SlotValue = string | number | null | RawJson;

function jsonOf(value: SlotValue): string {
  return value instanceof RawJson ? value.text : JSON.stringify(value);
}

type Line = {
  readonly row: Row;
  readonly record: RowRecord;
  readonly layout: LineLayout;
  /** The index of the vector to write, if there are several. */
  readonly vectorIndex: number;
};

function slotValue({ row, record, layout, vectorIndex }: Line, slot: LineSlot): SlotValue {
  const error = record.end.kind === "errored" ? record.end.error : undefined;
  const own = error && layout.errors[error.reason];
  const words = own ?? (error && layout.errors[Number(error.reason) < 500 ? "invalid" : "failed"]);
  switch (slot) {
    case "echo":
      return new RawJson(JSON.stringify(record.echo ?? null));
    case "text":
      return row.output;
    case "vector":
      return vectorIn(row, record, vectorIndex);
    case "vectorIndex":
      return vectorIndex;
    case "toolInput":
      // A scenario may have broken the JSON.
      return parseJson(row.output) === undefined ? row.output : new RawJson(row.output);
    case "finish":
      return layout.finish[record.finish] ?? record.finish;
    case "hash":
      return drawBase62(rngFor(record.seed, "row-hash", record.index));
    case "reasoning":
      return record.reasoning ?? null;
    case "totalTokens":
      return record.inputTokens + record.outputTokens;
    case "errorType":
      return words?.type ?? null;
    case "errorStatus":
      return error === undefined ? null : (own?.status ?? Number(error.reason));
    case "errorCode":
      return error?.code ?? words?.code ?? null;
    case "errorMessage":
      return error?.message ?? words?.message ?? null;
    default:
      return record[slot];
  }
}

function vectorIn(
  { output, vector = [], vectors = [vector] }: Row,
  { isBase64 }: RowRecord,
  index: number,
): SlotValue {
  if (isBase64 === true) return base64Of(vectors[index] ?? []);
  return new RawJson(vectors.length === 1 ? output : JSON.stringify(vectors[index] ?? null));
}

/** A vector as little-endian 32-bit floats, in Base64. */
function base64Of(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true);
  let bytes = "";
  for (let at = 0; at < view.byteLength; at++) bytes += String.fromCharCode(view.getUint8(at));
  return btoa(bytes);
}
