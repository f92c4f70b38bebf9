import type { ErrorWords } from "../file-rules.ts";
import { parseJson } from "../json.ts";
import { drawBase62, rngFor } from "../rng.ts";
import type { EndKind, Finish, Row, RowRecord } from "./row.ts";
import type { RowError } from "./row-rule.ts";

/**
 * A line in pieces: literal JSON text, slots for values, and pieces that are repeated for each
 * vector. In a slot within a JSON string, the value is written without quotes.
 */
export type LinePieces = readonly (string | SlotPiece | { readonly each: LinePieces })[];

type SlotPiece = { readonly slot: LineSlot; readonly isInString: boolean };

/** The form of a line: the outcome of its row or, if the row succeeded, the kind of its output. */
export type LineForm =
  | "text"
  | "tool"
  | "vector"
  /** Text after reasoning. */
  | "reasoned"
  | "refusal"
  /** Text that was cut off at the token limit. */
  | "cut"
  | Exclude<EndKind, "succeeded">;

/** How a results file's lines are written. A row is omitted if `piecesFor` finds no pieces. */
export type LineLayout = {
  readonly pieces: Readonly<Partial<Record<LineForm, LinePieces>>>;
  /** The service's word for each reason why the model stopped. */
  readonly finish: Readonly<Partial<Record<Finish, string>>>;
  /** Errors by `RowError.reason`. Other statuses use `invalid` if below 500, otherwise `failed`. */
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
    else text += slotText(piece, line);
  }
  return text;
}

function slotText({ slot, isInString }: SlotPiece, line: Line): string {
  const value: SlotValue = SLOTS[slot](line) ?? null;
  const isJson = typeof value === "object" && value !== null;
  if (isInString) return JSON.stringify(String(isJson ? value.json : value)).slice(1, -1);
  return isJson ? value.json : JSON.stringify(value);
}

/** A JSON array with an item for each vector. */
function repeated(pieces: LinePieces, line: Line): string {
  const count = line.row.vectors?.length ?? 1;
  const items = Array.from({ length: count }, (_, vectorIndex) =>
    textOf(pieces, { ...line, vectorIndex }),
  );
  return `[${items.join(",")}]`;
}

/** The pieces for a row. If its form has none, uses `text` or `tool`, and then `vector`. */
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
  return (tool === null ? pieces.text : pieces.tool) ?? pieces.vector;
}

/** A value, or JSON text that is inserted unchanged. */
type SlotValue = string | number | null | { readonly json: string };

type Line = {
  readonly row: Row;
  readonly record: RowRecord;
  readonly layout: LineLayout;
  /** The index of the vector to write, if there are several. */
  readonly vectorIndex: number;
};

/** The values of a row that its line can contain, as JSON or within a string. */
const SLOTS = {
  id: ({ record }) => record.id,
  echo: ({ record }) => ({ json: JSON.stringify(record.echo ?? null) }),
  index: ({ record }) => record.index,
  modelId: ({ record }) => record.modelId,
  text: ({ row }) => row.output,
  tool: ({ record }) => record.tool,
  toolInput: ({ row }) => jsonIn(row),
  reasoning: ({ record }) => record.reasoning ?? null,
  vector: vectorIn,
  vectorIndex: ({ vectorIndex }) => vectorIndex,
  finish: ({ record, layout }) => layout.finish[record.finish] ?? record.finish,
  inputTokens: ({ record }) => record.inputTokens,
  outputTokens: ({ record }) => record.outputTokens,
  totalTokens: ({ record }) => record.inputTokens + record.outputTokens,
  hash: ({ record }) => drawBase62(rngFor(record.seed, "row-hash", record.index)),
  errorStatus: (line) => {
    const error = errorOf(line);
    return error && (line.layout.errors[error.reason]?.status ?? Number(error.reason));
  },
  errorType: (line) => errorWords(line)?.type,
  errorCode: (line) => errorOf(line)?.code ?? errorWords(line)?.code,
  errorMessage: (line) => errorOf(line)?.message ?? errorWords(line)?.message,
} satisfies Readonly<Record<string, (line: Line) => SlotValue | undefined>>;

type LineSlot = keyof typeof SLOTS;

export const LINE_VALUES = Object.keys(SLOTS) as readonly LineSlot[];

function errorOf({ record: { end } }: Line): RowError | undefined {
  return end.kind === "errored" ? end.error : undefined;
}

function errorWords(line: Line): ErrorWords | undefined {
  const { errors } = line.layout;
  const error = errorOf(line);
  if (error === undefined) return undefined;
  return errors[error.reason] ?? errors[Number(error.reason) < 500 ? "invalid" : "failed"];
}

/** A scenario may have made the JSON invalid; then it is a string. */
function jsonIn({ output }: Row): SlotValue {
  return parseJson(output) === undefined ? output : { json: output };
}

/** A scenario may have replaced the vector with text. */
function vectorIn({ row, record, vectorIndex }: Line): SlotValue {
  const { output, vector, vectors } = row;
  if (vector === undefined) return jsonIn(row);
  const chosen = vectors === undefined ? vector : vectors[vectorIndex];
  if (record.isBase64 === true) return base64Of(chosen ?? []);
  return { json: vectors === undefined ? output : JSON.stringify(chosen ?? null) };
}

/** A vector as little-endian 32-bit floats, in Base64. */
function base64Of(vector: readonly number[]): string {
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [index, value] of vector.entries()) view.setFloat32(index * 4, value, true);
  let bytes = "";
  for (let at = 0; at < view.byteLength; at++) bytes += String.fromCharCode(view.getUint8(at));
  return btoa(bytes);
}
