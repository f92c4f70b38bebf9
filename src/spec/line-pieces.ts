import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { FileRequest } from "../core/rows/file-layout.ts";
import {
  LINE_SLOTS,
  type LineForm,
  type LineLayout,
  type LinePieces,
  type LineSlot,
} from "../core/rows/line.ts";
import { asObject } from "./document-place.ts";
import { compileTemplate, type Template } from "./template/template.ts";
import { type TimeForm, timeFormOf, wireInstant } from "./template/wire-context.ts";

/** The forms of a row that succeeded, which `succeeded` describes. */
export const SUCCESS_FORMS: readonly LineForm[] = [
  "text",
  "tool",
  "vector",
  "reasoned",
  "refusal",
  "cut",
];

/** The other forms. */
export const END_FORMS: readonly LineForm[] = ["errored", "canceled", "expired"];

/** The words of a document that lines contain: `x-finish` and `x-row-errors`, and how it writes instants. */
export type LineWords = Pick<LineLayout, "finish" | "errors"> & { readonly times: TimeForm };

/** A layout without lines. */
export const NO_LINES: LineLayout = { pieces: {}, finish: {}, errors: {} };

/** A document without words. */
export const NO_WORDS: LineWords = { finish: {}, errors: {}, times: "iso" };

/** The words of a document, which has been checked. */
export function lineWordsOf(document: JsonObject): LineWords {
  return {
    finish: asObject(document["x-finish"]) as LineLayout["finish"],
    errors: asObject(document["x-row-errors"]) as unknown as LineLayout["errors"],
    times: timeFormOf(document),
  };
}

/** The template of each form that a results file describes in `lines`. */
export function lineTemplates(
  lines: JsonValue | undefined,
): readonly (readonly [LineForm, JsonValue])[] {
  const { succeeded, ...ends } = asObject(lines);
  return [...Object.entries(asObject(succeeded)), ...Object.entries(ends)] as [
    LineForm,
    JsonValue,
  ][];
}

/** Compiles `lines`: each template is rendered once for a file, and split where a row's values go. */
export function compileLines(
  lines: JsonValue | undefined,
  words: LineWords,
): (request: FileRequest) => LineLayout {
  if (!isJsonObject(lines)) return () => NO_LINES;
  const { times, ...others } = words;
  const templates = lineTemplates(lines).map(
    ([form, template]) => [form, compileCases(template)] as const,
  );
  return (request) => {
    const { endedAt = 0, kept = {} } = request;
    const context = { ...request, kept, endedAt: wireInstant(times, endedAt), row: STAND_INS };
    const pieces = templates.flatMap(([form, templateFor]) => {
      const template = templateFor(kept);
      return template === undefined ? [] : [[form, piecesOf(template(context))]];
    });
    return { ...others, pieces: Object.fromEntries(pieces) };
  };
}

/** The cases of a template that depends on a kept field of the request: `{ by, cases }`; undefined for any other. */
export function casesOf(
  template: JsonValue,
): { readonly by: string; readonly cases: JsonObject } | undefined {
  if (!isJsonObject(template)) return undefined;
  const { by, cases, ...others } = template;
  if (typeof by !== "string" || !isJsonObject(cases) || Object.keys(others).length > 0)
    return undefined;
  return { by, cases };
}

/** Compiles a template, or one for each case; a value without a case has no line. */
function compileCases(template: JsonValue): (kept: JsonObject) => Template | undefined {
  const found = casesOf(template);
  if (found === undefined) {
    const compiled = compileTemplate(template);
    return () => compiled;
  }
  const cases = new Map(
    Object.entries(found.cases).map(([value, each]) => [value, compileTemplate(each)]),
  );
  return (kept) => cases.get(String(kept[found.by]));
}

/** Marks a value in JSON text; no rendered string contains it by accident. */
const MARK = "\u0000row:";

/** Ends a value within a string. */
const END = "\u0000";

/** Stands for a value of a row while a line's template is rendered. */
class StandIn {
  readonly slot: LineSlot;

  constructor(slot: LineSlot) {
    this.slot = slot;
  }

  toJSON(): string {
    return MARK + this.slot;
  }

  toString(): string {
    return MARK + this.slot + END;
  }
}

const STAND_INS = Object.fromEntries(LINE_SLOTS.map((slot) => [slot, new StandIn(slot)]));

/** A list with an item for each vector: `{ each: vector, value: … }`; undefined for any other value. */
function repeatedIn(value: JsonValue): JsonValue | undefined {
  if (!isJsonObject(value) || Object.keys(value).sort().join() !== "each,value") return undefined;
  if (value["each"] === "vector") return value["value"];
  throw new RangeError(`Expected \`each\` to be \`vector\`, got \`${value["each"]}\`.`);
}

function piecesOf(rendered: JsonValue): LinePieces {
  const lists: LinePieces[] = [];
  const json = JSON.stringify(rendered, (_, value: JsonValue) => {
    const item = repeatedIn(value);
    return item === undefined ? value : `${MARK}each${lists.push(piecesOf(item)) - 1}`;
  });
  const parts = json.split(/"\\u0000row:(\w+)"|\\u0000row:(\w+)\\u0000/);
  const pieces: LinePieces[number][] = [];
  for (let i = 0; i < parts.length; i += 3) {
    pieces.push(parts[i] ?? "");
    const [whole, inString] = [parts[i + 1], parts[i + 2]] as (LineSlot | undefined)[];
    const list = lists[Number(/^each(\d+)$/.exec(whole ?? "")?.[1])];
    if (list !== undefined) pieces.push({ each: list });
    else if (whole !== undefined) pieces.push({ slot: whole, isInString: false });
    if (inString !== undefined) pieces.push({ slot: inString, isInString: true });
  }
  return pieces;
}
