import type { RecordedBody } from "../../core/exchange.ts";
import { parseJson } from "../../core/json.ts";
import { bytesText } from "./instants.ts";

type Headers = Readonly<Record<string, string>>;

const MAX_ROWS = 50;

/** A body as text or as rows of cells, with a note on its size and omissions. */
export function shownBody(
  body: RecordedBody | undefined,
  headers: Headers = {},
  side: "request" | "response" = "request",
) {
  if (body === undefined || body.byteLength === 0)
    return { note: side === "request" ? missingNote(headers) : "No body." };
  const contentType = headers["content-type"] ?? "";
  const { text, rows, isCut, byteLength, sha256 } = body;
  const size = bytesText(byteLength);
  if (rows !== undefined)
    return {
      rows,
      note: `Only the first rows are shown; the complete body is ${size}. Damage from faults is not shown.`,
    };
  if (text === undefined)
    return { note: `${size}, not recorded as text${sha256 ? `; SHA-256 ${sha256}` : ""}.` };
  const note = isCut === true ? `Truncated; the complete body is ${size}.` : `${size}.`;
  if (contentType.includes("csv")) return { rows: csvRows(text).slice(0, MAX_ROWS), note };
  return { text: prettyJson(text), note };
}

/** Explains a missing body: it is empty, or the server refused the request without reading it. */
function missingNote(headers: Headers): string {
  const length = Number(headers["content-length"] ?? 0);
  if (length > 0) return `The body wasn't read; its content-length is ${bytesText(length)}.`;
  return headers["transfer-encoding"] === undefined ? "No body." : "The body wasn't read.";
}

/** Indents JSON or JSON Lines; returns any other string unchanged. */
function prettyJson(text: string): string {
  const value = parseJson(text);
  if (value !== undefined) return JSON.stringify(value, null, 2);
  return /^[[{].*\n/.test(text) ? text.trimEnd().split("\n").map(prettyJson).join("\n") : text;
}

/** The first rows of CSV (RFC 4180), as cells. */
function csvRows(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain = "", end = ""] of text.matchAll(CELL)) {
    row.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ",") continue;
    if (row.length > 1 || row[0] !== "") rows.push(row);
    row = [];
    if (rows.length >= MAX_ROWS) break;
  }
  return rows;
}

const CELL = /(?:"([^"]*(?:""[^"]*)*)"|([^,\r\n]*))(,|\r\n?|\n|$)/gy;
