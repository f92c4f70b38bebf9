import { defined } from "../core/defined.ts";
import { isJsonObject, type JsonObject, type JsonValue, mapJson } from "../core/json.ts";
import { valueAtPath } from "../core/json-pointer.ts";
import { once } from "../core/once-per.ts";
import type { FileRequest } from "../core/rows/file-layout.ts";
import { LINE_VALUES, type LineForm, type LineLayout, type LinePieces } from "../core/rows/line.ts";
import { asObject, findBoundTo } from "./document-place.ts";
import { compileTemplate } from "./template/template.ts";
import { type TimeForm, timeFormOf, wireInstant } from "./template/wire-context.ts";

export const LINE_FORMS: Readonly<Record<"succeeded" | "ended", readonly LineForm[]>> = {
  succeeded: ["text", "tool", "vector", "reasoned", "refusal", "cut"],
  ended: ["errored", "canceled", "expired"],
};

/** A spec's words for lines (`x-finish` and `x-row-errors`), and its format for instants. */
export type LineWords = Pick<LineLayout, "finish" | "errors"> & { readonly times: TimeForm };

export const NO_LINES: LineLayout = { pieces: {}, finish: {}, errors: {} };

export const NO_WORDS: LineWords = { finish: {}, errors: {}, times: "iso" };

export function lineWordsOf(document: JsonObject): LineWords {
  return {
    finish: asObject(document["x-finish"]) as LineLayout["finish"],
    errors: asObject(document["x-row-errors"]) as unknown as LineLayout["errors"],
    times: timeFormOf(document),
  };
}

type LineTemplate = { readonly inner: JsonValue; readonly around?: JsonValue | undefined };

/** The template for each kind of line in a results file, and the template around it, if any. */
export function lineTemplates(lines: JsonValue | undefined) {
  const { succeeded, ...ends } = asObject(lines);
  const { around, ...forms } = asObject(succeeded);
  return [
    ...Object.entries(forms).map(([form, inner]) => ({ path: ["succeeded", form], inner, around })),
    ...Object.entries(ends).map(([form, inner]) => ({ path: [form], inner, around: undefined })),
  ].map((template) => ({ ...template, form: template.path.at(-1) as LineForm }));
}

/** The path in `$eval: inner.…`, which inserts the inner template; undefined for other values. */
export function innerPath(part: JsonValue): readonly string[] | undefined {
  const expression = isJsonObject(part) ? part["$eval"] : undefined;
  const [first, ...keys] = typeof expression === "string" ? expression.trim().split(".") : [];
  return first === "inner" ? keys : undefined;
}

/** The template for a job with these kept fields; undefined if no case matches a field's value. */
function wholeTemplate({ inner, around }: LineTemplate, kept: JsonObject): JsonValue | undefined {
  const own = chosenCase(inner, kept);
  if (own === undefined || around === undefined) return own;
  const frame = chosenCase(around, kept);
  return (
    frame &&
    mapJson(frame, (part) => {
      const path = innerPath(part);
      return path && valueAtPath(own, path);
    })
  );
}

type LineRequest = Pick<FileRequest, "endedAt" | "kept">;

/** Compiles `lines`. The templates are rendered once per file. */
export function compileLines(
  lines: JsonValue | undefined,
  { times, ...words }: LineWords,
): (request: LineRequest) => LineLayout {
  if (!isJsonObject(lines)) return () => NO_LINES;
  const templates = lineTemplates(lines);
  return (request) => {
    const pieces = templates.map((each) => [each.form, renderLine(each, request, times)] as const);
    return { ...words, pieces: defined(Object.fromEntries(pieces)) };
  };
}

/** Renders a line, split where a row's values belong; undefined if no case matches a field. */
export function renderLine(
  template: LineTemplate,
  request: LineRequest,
  times: TimeForm,
): LinePieces | undefined {
  const { endedAt = 0, kept = {} } = request;
  const whole = wholeTemplate(template, kept);
  const context = { ...request, kept, endedAt: wireInstant(times, endedAt), row: STAND_INS };
  return whole === undefined ? undefined : piecesOf(compileTemplate(whole)(context));
}

/** Compiles `lines` in the operation that creates jobs, for the lines in a job's views. */
export function rowLinesOf(document: JsonObject): ReturnType<typeof compileLines> {
  const compiled = once(() => {
    const lines = findBoundTo(document, "createJob")?.binding["lines"];
    return compileLines(lines, lineWordsOf(document));
  });
  return (request) => compiled()(request);
}

/** The parts of `{ by, cases }`, where a job's field selects a case; undefined for other values. */
function casesOf(template: JsonValue) {
  if (!isJsonObject(template)) return undefined;
  const { by, cases, ...others } = template;
  if (typeof by !== "string" || !isJsonObject(cases) || Object.keys(others).length > 0)
    return undefined;
  return { by, cases };
}

/** Replaces each `{ by, cases }` with the matching case; undefined if one has no matching case. */
function chosenCase(template: JsonValue, kept: JsonObject): JsonValue | undefined {
  let isComplete = true;
  const chosen = mapJson(template, (value) => {
    const found = casesOf(value);
    if (found === undefined) return undefined;
    const each = found.cases[String(kept[found.by])];
    const inside = each === undefined ? undefined : chosenCase(each, kept);
    isComplete &&= inside !== undefined;
    return inside ?? null;
  });
  return isComplete ? chosen : undefined;
}

/** Lists, for each case in a template, the field values that select it; `[{}]` without cases. */
export function keptOfCases(template: JsonValue): readonly JsonObject[] {
  const found: JsonObject[] = [];
  mapJson(template, (value) => {
    const { by, cases } = casesOf(value) ?? {};
    if (by === undefined || cases === undefined) return undefined;
    for (const [name, each] of Object.entries(cases))
      for (const inside of keptOfCases(each)) found.push({ [by]: name, ...inside });
    return null;
  });
  return found.length === 0 ? [{}] : found;
}

/** Begins a placeholder in a rendered template; no other string contains it by accident. */
const MARK = "\u0000row:";

/** Ends a placeholder within a string. */
const END = "\u0000";

/** Placeholders, by name, for values in a rendered template: whole values or parts of strings. */
export function standIns(names: readonly string[]): Readonly<Record<string, object>> {
  const entries = names.map((name) => [
    name,
    { toJSON: () => MARK + name, toString: () => MARK + name + END },
  ]);
  return Object.fromEntries(entries);
}

/** Splits the JSON of a rendered template at its placeholders. */
export function splitAtStandIns(json: string): readonly (string | StandIn)[] {
  const parts = json.split(/"\\u0000row:(\w+)"|\\u0000row:(\w+)\\u0000/);
  // After each text come two names, for a whole value and within a string. One is undefined.
  return parts.flatMap((part: string | undefined, index): (string | StandIn)[] => {
    if (part === undefined) return [];
    return index % 3 === 0 ? [part] : [{ name: part, isInString: index % 3 === 2 }];
  });
}

type StandIn = { readonly name: string; readonly isInString: boolean };

const STAND_INS = standIns(LINE_VALUES);

/** The item's template in `{ each: vector, value: … }`; undefined for any other value. */
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
  return splitAtStandIns(json).map((part) => {
    if (typeof part === "string") return part;
    const { name, isInString } = part;
    const list = lists[Number(/^each(\d+)$/.exec(name)?.[1])];
    return list === undefined
      ? { slot: name as (typeof LINE_VALUES)[number], isInString }
      : { each: list };
  });
}
