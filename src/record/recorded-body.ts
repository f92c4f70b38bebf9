import type { RecordedBody } from "../core/exchange.ts";
import { type JsonValue, mapStrings, parseJson } from "../core/json.ts";
import { HIDDEN } from "../core/redact.ts";
import { asObject } from "../spec/document-place.ts";
import { contentShape, stringsIn } from "./content-shape.ts";
import type { PassedBody } from "./raw-call.ts";

/** Maximum length, in characters, of an error body to search and of any text to keep. */
const MAX_TEXT = 16 * 1024;

export function jsonOf({ text }: PassedBody): JsonValue | undefined {
  return text === undefined ? undefined : parseJson(text);
}

/** Describes a body without its content: JSON by its shape, others by length and `file`. */
export function bodyShape(body: PassedBody, kept: ReadonlySet<string>): RecordedBody | undefined {
  const { byteLength } = body;
  if (byteLength === 0) return undefined;
  const json = jsonOf(body);
  return json === undefined
    ? { byteLength, ...(body.file !== undefined && { text: JSON.stringify(body.file) }) }
    : cut({ byteLength, text: JSON.stringify(contentShape(json, kept)) });
}

/** Keeps an error's body, because it describes the error, but hides strings from the request. */
export function errorBody(body: PassedBody, sent: PassedBody, request: JsonValue | undefined) {
  const { byteLength, text } = body;
  if (byteLength === 0) return undefined;
  if (text === undefined) return { byteLength };
  const isUnknown = sent.byteLength > 0 && request === undefined;
  // Searching a long body for each string of the request would take a long time.
  if (isUnknown || text.length > MAX_TEXT) return bodyShape(body, new Set());
  const repeated = request === undefined ? [] : stringsIn(request).filter((each) => each !== "");
  const json = parseJson(text);
  const cleaned = (value: string): string =>
    repeated.reduce((left, each) => left.replaceAll(each, HIDDEN), value);
  const shown = json === undefined ? cleaned(text) : JSON.stringify(mapStrings(json, cleaned));
  return cut({ byteLength, text: shown });
}

/** Keeps only an OpenAPI document's operations, because the whole document would be too long. */
export function operationsIn({ byteLength, text }: PassedBody): RecordedBody | undefined {
  const { paths } = asObject(parseJson(text ?? ""));
  const items = Object.entries(asObject(paths)).map(([path, item]) => {
    const operations = Object.entries(asObject(item)).flatMap(([method, operation]) => {
      const { operationId, tags } = asObject(operation);
      return METHOD.test(method) ? [[method, { operationId, tags }]] : [];
    });
    return [path, Object.fromEntries(operations)];
  });
  return { byteLength, text: JSON.stringify({ paths: Object.fromEntries(items) }) };
}

const METHOD = /^(get|put|post|delete|options|head|patch|trace)$/;

function cut(body: RecordedBody & { readonly text: string }): RecordedBody {
  if (body.text.length <= MAX_TEXT) return body;
  return { ...body, text: body.text.slice(0, MAX_TEXT), isCut: true };
}
