import { drawBase62 } from "../base62.ts";
import { rngFor } from "../rng.ts";
import type { Finish, Row, RowRecord } from "./row.ts";
import type { EndKind } from "./row-end.ts";

/** A value of a row that its line can contain, as JSON or within a string. */
export const LINE_SLOTS = [
  "id",
  "index",
  "modelId",
  "text",
  "tool",
  "toolInput",
  "reasoning",
  "vector",
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

/** The name of such a value. */
export type LineSlot = (typeof LINE_SLOTS)[number];

/** A line in pieces: literal JSON text, and the places of values. Within a string, a value is only its characters. */
export type LinePieces = readonly (
  | string
  | { readonly slot: LineSlot; readonly isInString: boolean }
)[];

/** The form of a line: how its row ended and, if the row succeeded, whether the model used a tool. */
export type LineForm =
  | "text"
  | "tool"
  | "vector"
  /** Text after reasoning. */
  | "reasoned"
  | "refusal"
  /** Text that reached its limit. */
  | "cut"
  | Exclude<EndKind, "succeeded">;

/** An error in the service's words. */
export type ErrorWords = {
  readonly status?: number;
  readonly type?: string;
  readonly code: string;
  readonly message: string;
};

/** The lines of a results file. A row whose form has no line is left out. */
export type LineLayout = {
  readonly pieces: Readonly<Partial<Record<LineForm, LinePieces>>>;
  /** The service's words for why the model stopped. */
  readonly finish: Readonly<Partial<Record<Finish, string>>>;
  /** A row's error by its reason; a reason without a status is one. */
  readonly errors: Readonly<Record<string, ErrorWords>>;
};

/** A row's line, without its end; undefined if the file has no line for it. */
export function lineOf(row: Row, layout: LineLayout): string | undefined {
  const { record } = row;
  if (record === undefined) return undefined;
  const pieces = piecesFor(row, record, layout.pieces);
  if (pieces === undefined) return undefined;
  let line = "";
  for (const piece of pieces) {
    if (typeof piece === "string") line += piece;
    else {
      const value = slotValue({ row, record, layout }, piece.slot);
      line += piece.isInString ? JSON.stringify(String(value)).slice(1, -1) : jsonOf(value);
    }
  }
  return line;
}

/** Success has one form at least; a file that describes no other writes it like text. */
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

/** JSON text that is inserted as it is. */
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

type Line = { readonly row: Row; readonly record: RowRecord; readonly layout: LineLayout };

function slotValue({ row, record, layout }: Line, slot: LineSlot): SlotValue {
  const error = record.end.kind === "errored" ? record.end.error : undefined;
  const words = error && layout.errors[error.reason];
  switch (slot) {
    case "text":
      return row.output;
    case "vector":
    case "toolInput":
      return isJson(row.output) ? new RawJson(row.output) : row.output;
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
      return error === undefined ? null : (words?.status ?? Number(error.reason));
    case "errorCode":
      return error?.code ?? words?.code ?? null;
    case "errorMessage":
      return error?.message ?? words?.message ?? null;
    default:
      return record[slot];
  }
}

/** A scenario may have broken the JSON. */
function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
