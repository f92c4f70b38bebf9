import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";
import { successStatusOf } from "../derive-responses.ts";
import { asObject, asStrings, resolveRef } from "../place.ts";
import { placesOf, requestMapOf } from "../request-map.ts";
import { type OperationPlace, parsePlace, schemaAt } from "../request-place.ts";

/** Renders a template, and says what is wrong with it or with what comes of it. */
export type Check = (
  template: JsonValue,
  context: JsonObject,
  schema: JsonObject | undefined,
) => readonly string[];

/** What is wrong with a response, and where inside it. */
export type Found = { readonly inside: DataPath; readonly message: string };

/** What a response is rendered with. */
export type Rendering = {
  readonly need: UseCaseNeeds;
  readonly samples: readonly JsonObject[];
  readonly check: Check;
};

/** What is wrong with the `response` of an operation's binding. */
export function responseProblems(
  document: JsonObject,
  place: OperationPlace,
  { need, samples, check }: Rendering,
): Found[] {
  const response = asObject(place.operation["x-batch-sim"])["response"] ?? {};
  const content = contentOf(document, place.operation);
  const shape = asObject(response);
  switch (need.answers) {
    case "view": {
      const messages = samples.flatMap((sample) =>
        check(response, sample, schemaOf(content, "application/json")),
      );
      return [...undeclared(content, "application/json"), ...unique([], messages)];
    }
    case "lines": {
      const lines = Array.isArray(shape["lines"]) ? shape["lines"] : [];
      return [
        ...undeclared(content, shape["contentType"]),
        ...lines.flatMap((line, index) =>
          unique(
            ["lines", index],
            samples.flatMap((sample) => check(line, sample, undefined)),
          ),
        ),
      ];
    }
    case "file":
      return undeclared(content, shape["contentType"]);
    case "results":
      return formatsOf(document, place).flatMap((format) =>
        fileProblems(shape[format], content, { need, samples, check }).map(
          ({ inside, message }) => ({ inside: [format, ...inside], message }),
        ),
      );
  }
}

/** The content types of an operation's success response, with what they hold. */
function contentOf(document: JsonObject, operation: JsonObject): JsonObject {
  const response = asObject(operation["responses"])[successStatusOf(operation)];
  return asObject(asObject(resolveRef(document, response))["content"]);
}

function schemaOf(content: JsonObject, contentType: string): JsonObject | undefined {
  const { schema } = asObject(content[contentType]);
  return isJsonObject(schema) ? schema : undefined;
}

function undeclared(content: JsonObject, contentType: JsonValue | undefined): Found[] {
  if (typeof contentType === "string" && content[contentType] !== undefined) return [];
  const declared = Object.keys(content)
    .map((type) => `\`${type}\``)
    .join(", ");
  const message = `Expected a content type that the success response declares (${declared === "" ? "it declares none" : declared}), got ${describeValue(contentType)}.`;
  return [{ inside: [], message }];
}

/** The formats that can be asked for: a constant, or what the schema of their place allows. */
function formatsOf(document: JsonObject, place: OperationPlace): readonly string[] {
  return placesOf(requestMapOf(place.operation)["format"]).flatMap((source) => {
    if (isJsonObject(source)) return [String(source["const"])];
    const parsed = parsePlace(String(source));
    const schema = parsed === undefined ? undefined : schemaAt(document, place, parsed);
    return asStrings(schema?.["enum"]);
  });
}

function fileProblems(
  file: JsonValue | undefined,
  content: JsonObject,
  { samples, check }: Rendering,
): Found[] {
  if (!isJsonObject(file)) {
    const message =
      "Expected `response` to describe this format, with a `contentType` and a `body` or `columns`, got nothing.";
    return [{ inside: [], message }];
  }
  const { contentType, body, columns, fileName, entryName } = file;
  const [{ jobId = "" } = {}] = samples;
  const names = [fileName, entryName, ...Object.values(asObject(columns))];
  const schema = schemaOf(content, String(contentType));
  return [
    ...undeclared(content, contentType),
    ...unique(
      [],
      names.flatMap((name) => (name === undefined ? [] : check(name, { jobId }, undefined))),
    ),
    ...(body === undefined
      ? []
      : unique(
          ["body"],
          samples.flatMap((sample) => check(body, sample, schema)),
        )),
  ];
}

function unique(inside: DataPath, messages: readonly string[]): Found[] {
  // Of several items of a list that are wrong in the same way, the first says it.
  const byForm = new Map(
    [...messages].reverse().map((each) => [each.replace(/\/\d+/g, "/*"), each]),
  );
  return [...byForm.values()].reverse().map((message) => ({ inside, message }));
}
