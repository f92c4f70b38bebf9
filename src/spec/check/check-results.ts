import { canonicalJson, isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { listed } from "../../core/nearest.ts";
import type { FileRequest, JsonSkeleton } from "../../core/rows/file-layout.ts";
import { within } from "../../yaml/data-path.ts";
import { asObject, asStrings, sameOperationIn } from "../document-place.ts";
import { NO_WORDS } from "../line-pieces.ts";
import { sourcesOf } from "../request-map.ts";
import { parsePlace, schemaAt } from "../request-place.ts";
import { compileResultsFile, OPTIONAL_COLUMNS, RESULT_COLUMNS } from "../results-file.ts";
import { compileTemplate } from "../template/template.ts";
import { checkFileNames, checkLines } from "./check-file-parts.ts";
import { type DocumentProblem, expected, unknownKeys } from "./found.ts";
import {
  type BoundOperation,
  breachesOf,
  type DeclaredSchema,
  mediaTypeSchema,
  renderProblems,
  undeclaredType,
} from "./rendering.ts";
import { listOf } from "./shape.ts";

export function checkResults(bound: BoundOperation, response: JsonObject): DocumentProblem[] {
  const formats = formatsOf(bound);
  if (formats.length === 0) {
    const message =
      "Expected `request.format` to be a constant, or a place whose schema lists the formats in `enum`.";
    return [{ path: [], message }];
  }
  return [
    ...unreachable(bound, response, formats),
    ...formats.flatMap((format) => within([format], fileProblems(bound, response[format]))),
  ];
}

function formatsOf(bound: BoundOperation): readonly string[] {
  return sourcesOf(bound, "format").flatMap((source) => {
    if (isJsonObject(source)) return [String(source["const"])];
    const parsed = parsePlace(String(source));
    const { const: only, enum: words } = (parsed && schemaAt(bound, parsed)) ?? {};
    return only === undefined ? asStrings(words) : [String(only)];
  });
}

/** Problems with formats that no request can select, except the base document's formats. */
function unreachable(
  bound: BoundOperation,
  response: JsonObject,
  formats: readonly string[],
): DocumentProblem[] {
  const before = asObject(sameOperationIn(bound.base, bound)["x-batch-sim"]);
  const known = [...formats, ...Object.keys(asObject(before["response"]))];
  const extra = Object.keys(response).filter((format) => !known.includes(format));
  return extra.map((format) => ({
    path: [format],
    message: `Expected a format that a request can select (${listed(formats)}), got \`${format}\`. Add it to the \`enum\` of the parameter that \`request.format\` names.`,
  }));
}

export function checkWrittenFiles(bound: BoundOperation, response: JsonObject): DocumentProblem[] {
  const kinds = Object.keys(asObject(bound.document["x-output-files"]));
  const { uploaded, ...files } = response;
  return [
    ...unknownKeys(files, kinds),
    ...within(["uploaded"], typedOnly(bound, uploaded)),
    ...kinds.flatMap((kind) => within([kind], fileProblems(bound, files[kind]))),
  ];
}

export function checkLineTemplates(bound: BoundOperation, response: JsonObject): DocumentProblem[] {
  const { contentType, lines } = response;
  const list = listOf(
    "`lines` to be a list of at least one template",
    (template = null) => renderProblems(bound, template),
    1,
  );
  return [
    ...unknownKeys(response, ["contentType", "lines"]),
    ...undeclaredType(bound, contentType),
    ...within(["lines"], list(lines)),
  ];
}

/** Problems with a file's description, which may have only a content type. */
export function typedOnly(bound: BoundOperation, file: JsonValue | undefined): DocumentProblem[] {
  const { contentType, ...others } = asObject(file);
  return [...unknownKeys(others, ["contentType"]), ...undeclaredType(bound, contentType)];
}

function fileProblems(bound: BoundOperation, file: JsonValue | undefined): DocumentProblem[] {
  if (!isJsonObject(file)) return expected("an object with `codec` and `contentType`", file);
  const { codecs } = bound;
  const { codec, contentType } = file;
  const known = typeof codec === "string" && Object.hasOwn(codecs, codec);
  const needs = known ? codecs[codec]?.needs : undefined;
  if (needs === undefined) {
    const names = listed(Object.keys(codecs));
    return expected(`\`codec\` to be one of ${names}`, codec, ["codec"]);
  }
  const meant = codecFor(bound, file);
  if (meant !== undefined && needs.some((part) => file[part] === undefined)) {
    const message = `Expected ${listed(needs)}, which the codec \`${codec}\` needs, got ${listed(codecs[meant]?.needs ?? [])}. Did you mean \`codec: ${meant}\`?`;
    return [{ path: ["codec"], message }];
  }
  const form = [
    ...unknownKeys(file, ["codec", "contentType", "fileName", ...needs]),
    ...needs
      .filter((part) => file[part] === undefined)
      .flatMap((part) => expected(`\`${part}\`, which the codec \`${codec}\` needs`, undefined)),
    ...within(["contentType"], undeclaredType(bound, contentType)),
    ...(needs.includes("lines") ? within(["lines"], checkLines(bound.samples, file["lines"])) : []),
    ...(needs.includes("columns") ? within(["columns"], columnProblems(file["columns"])) : []),
  ];
  if (form.length > 0) return form;
  const declared = mediaTypeSchema(bound, String(contentType));
  return [
    ...checkFileNames(bound.samples, file),
    ...(needs.includes("body")
      ? within(["body"], checkBody(bound, file["body"] ?? null, declared))
      : fileSchemaProblems(bound, String(codec), declared)),
  ];
}

/** The codec that needs exactly the given parts; undefined unless exactly one codec does. */
function codecFor({ codecs }: BoundOperation, file: JsonObject): string | undefined {
  const parts = new Set(Object.values(codecs).flatMap(({ needs }) => needs));
  const given = [...parts].filter((part) => file[part] !== undefined);
  const [only, ...others] = Object.entries(codecs).filter(
    ([, { needs }]) => given.length > 0 && [...needs].sort().join() === [...given].sort().join(),
  );
  return others.length === 0 ? only?.[0] : undefined;
}

function columnProblems(columns: JsonValue | undefined): DocumentProblem[] {
  if (columns === undefined) return [];
  if (!isJsonObject(columns)) return expected("an object with a name for each column", columns);
  const missing = RESULT_COLUMNS.filter(
    (column) => !OPTIONAL_COLUMNS.has(column) && columns[column] === undefined,
  );
  return [
    ...unknownKeys(columns, RESULT_COLUMNS),
    ...missing.flatMap((column) => expected(`a name for the column \`${column}\``, undefined)),
  ];
}

/** Problems with the schema for a codec without `body`: the schema must accept a string. */
function fileSchemaProblems(
  bound: BoundOperation,
  codec: string,
  declared: DeclaredSchema | undefined,
): DocumentProblem[] {
  if (declared === undefined) return [];
  return breachesOf(bound, declared.schema, "bytes").map((breach) => ({
    path: ["contentType"],
    message: `Expected the schema that the document declares for this content type to accept a string, as the codec \`${codec}\` requires: ${breach}.`,
  }));
}

/**
 * Problems with a results file's body. The simulator renders the body with a placeholder for each
 * column, and then replaces the placeholders with the streamed rows. The result must be the same as
 * if the body were rendered with the rows themselves.
 */
function checkBody(
  bound: BoundOperation,
  body: JsonValue,
  declared: DeclaredSchema | undefined,
): DocumentProblem[] {
  const found = renderProblems(bound, body, declared);
  if (found.length > 0) return found;
  const samples = bound.samples.flatMap((sample) => [sample, { ...sample, ...NO_ROWS }]);
  if (samples.every((sample) => isStreamable(body, sample))) return [];
  const message = `Expected each column (${listed(RESULT_COLUMNS)}) to be a complete value, such as \`{ $eval: outputs }\`, not part of a string or an expression, because the simulator replaces the value with the streamed rows.`;
  return [{ path: [], message }];
}

const NO_ROWS: JsonObject = Object.fromEntries(RESULT_COLUMNS.map((column) => [column, []]));

function isStreamable(body: JsonValue, sample: JsonObject): boolean {
  try {
    const streamed = compileResultsFile({ body }, NO_WORDS)(sample as unknown as FileRequest).body;
    const expected = compileTemplate(body)(sample);
    return canonicalJson(filled(streamed, sample)) === canonicalJson(expected);
  } catch {
    // A template that needs the rows themselves fails without them.
    return false;
  }
}

function filled(skeleton: JsonSkeleton, sample: JsonObject): JsonValue {
  const parts = skeleton.map((part) =>
    typeof part === "string" ? part : JSON.stringify(sample[part.column]),
  );
  return JSON.parse(parts.join("")) as JsonValue;
}
