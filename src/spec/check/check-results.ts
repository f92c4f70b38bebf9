import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import { describeValue } from "../../yaml/data-path.ts";
import { asObject, asStrings, findOperation } from "../document-place.ts";
import { placesOf, requestMapOf } from "../request-map.ts";
import { parsePlace, schemaAt } from "../request-place.ts";
import { OPTIONAL_COLUMNS, RESULT_COLUMNS } from "../results-file.ts";
import { checkBody } from "./check-body.ts";
import { checkFileNames } from "./check-file-names.ts";
import { type Found, within } from "./found.ts";
import { mediaTypeSchema, undeclaredType } from "./media-type.ts";
import { type BoundOperation, breachesOf, type ResponseCheck } from "./rendering.ts";
import { unknownKeys } from "./unknown-keys.ts";

/** The `response` of a results operation, and the content types of its success response. */
type FilesByFormat = { readonly response: JsonObject; readonly content: JsonObject };

/** Problems with a results operation's descriptions of its formats. */
export function checkResults(
  check: ResponseCheck,
  bound: BoundOperation,
  { response, content }: FilesByFormat,
): Found[] {
  const formats = formatsOf(check.document, bound);
  if (formats.length === 0) {
    const message =
      "Expected `request.format` to be a constant, or a place whose schema lists the formats in `enum`.";
    return [{ inside: [], message }];
  }
  return [
    ...unreachable(check, bound, { response, formats }),
    ...formats.flatMap((format) =>
      within([format], fileProblems(check, bound, { file: response[format], content })),
    ),
  ];
}

/** The formats that a request can ask for. */
function formatsOf(document: JsonObject, bound: BoundOperation): readonly string[] {
  return placesOf(requestMapOf(bound.operation)["format"]).flatMap((source) => {
    if (isJsonObject(source)) return [String(source["const"])];
    const parsed = parsePlace(String(source));
    const schema = parsed === undefined ? undefined : schemaAt(document, bound, parsed);
    return schema?.["const"] === undefined
      ? asStrings(schema?.["enum"])
      : [String(schema["const"])];
  });
}

/**
 * Formats that no request can ask for. An overlay that narrows the choice may leave the base document's descriptions in place.
 */
function unreachable(
  { base }: ResponseCheck,
  { operation }: BoundOperation,
  { response, formats }: { readonly response: JsonObject; readonly formats: readonly string[] },
): Found[] {
  const before = asObject(findOperation(base, String(operation["operationId"]))?.["x-batch-sim"]);
  const known = [...formats, ...Object.keys(asObject(before["response"]))];
  const choice = formats.map((format) => `\`${format}\``).join(", ");
  const extra = Object.keys(response).filter((format) => !known.includes(format));
  return extra.map((format) => ({
    inside: [format],
    message: `Expected a format that a request can ask for (${choice}), got \`${format}\`. Add it to the \`enum\` of \`request.format\`.`,
  }));
}

function fileProblems(
  check: ResponseCheck,
  bound: BoundOperation,
  { file, content }: { readonly file: JsonValue | undefined; readonly content: JsonObject },
): Found[] {
  if (!isJsonObject(file)) {
    const message = `Expected a description of this format, with \`codec\` and \`contentType\`, got ${describeValue(file)}.`;
    return [{ inside: [], message }];
  }
  const { codec, contentType } = file;
  const known = typeof codec === "string" && Object.hasOwn(check.codecs, codec);
  const needs = known ? check.codecs[codec]?.needs : undefined;
  if (needs === undefined) {
    const names = Object.keys(check.codecs).map((name) => `\`${name}\``);
    const message = `Expected \`codec\` to be one of ${names.join(", ")}, got ${describeValue(codec)}.`;
    return [{ inside: ["codec"], message }];
  }
  const form = [
    ...unknownKeys(file, ["codec", "contentType", "fileName", ...needs]),
    ...needs
      .filter((part) => file[part] === undefined)
      .map((part) => ({
        inside: [],
        message: `Expected \`${part}\`, which the codec \`${codec}\` needs, got nothing.`,
      })),
    ...within(["contentType"], undeclaredType(content, contentType)),
    ...(needs.includes("columns") ? within(["columns"], columnProblems(file["columns"])) : []),
  ];
  if (form.length > 0) return form;
  const schema = mediaTypeSchema(content, String(contentType));
  return [
    ...checkFileNames(bound, file),
    ...(needs.includes("body")
      ? within(["body"], checkBody(check, bound, { body: file["body"] ?? null, schema }))
      : fileSchemaProblems(check, { codec: String(codec), schema })),
  ];
}

function columnProblems(columns: JsonValue | undefined): Found[] {
  if (columns === undefined) return [];
  if (!isJsonObject(columns)) {
    const message = `Expected the names of the columns, got ${describeValue(columns)}.`;
    return [{ inside: [], message }];
  }
  const missing = RESULT_COLUMNS.filter(
    (column) => !OPTIONAL_COLUMNS.has(column) && columns[column] === undefined,
  );
  return [
    ...unknownKeys(columns, RESULT_COLUMNS),
    ...missing.map((column) => ({
      inside: [],
      message: `Expected a name for the column \`${column}\`, got nothing.`,
    })),
  ];
}

/** To a JSON Schema, a file of any other codec is a string. */
function fileSchemaProblems(
  { checker, document }: ResponseCheck,
  { codec, schema }: { readonly codec: string; readonly schema: JsonObject | undefined },
): Found[] {
  return breachesOf(checker, document, { schema, value: "bytes" }).map((breach) => ({
    inside: ["contentType"],
    message: `Expected the schema that the document declares for this content type to accept a string, as required by the codec \`${codec}\`: ${breach}.`,
  }));
}
