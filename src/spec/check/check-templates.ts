import type { ErrorObject } from "ajv/dist/2020.js";
import type { JobState } from "../../core/job/state.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { SampleRules, UseCaseNeeds } from "../../core/use-case-needs.ts";
import { type DataPath, describeValue } from "../../yaml/data-path.ts";
import { describeError, successStatusOf } from "../derive-responses.ts";
import { asObject, asObjects, asStrings, operationsOf, resolveRef } from "../place.ts";
import { placesOf, requestMapOf } from "../request-map.ts";
import { type OperationPlace, parsePlace, schemaAt } from "../request-place.ts";
import { compileTemplate } from "../template.ts";
import { wireContext } from "../wire-context.ts";
import type { Needs } from "./check-operations.ts";
import type { DocumentProblem } from "./document-problem.ts";
import { withReferences } from "./pointer-path.ts";
import type { SchemaChecker } from "./schema-checker.ts";

/**
 * What is wrong with the templates of a document in force: each is rendered with samples of what it will be given, and what comes
 * of it is held against the schema that the document declares for it.
 */
export function checkTemplates(
  document: JsonObject,
  rules: SampleRules,
  { needs, checker }: { readonly needs: Needs; readonly checker: SchemaChecker },
): DocumentProblem[] {
  const check: Check = (template, context, schema) => {
    try {
      const value = compileTemplate(template)(context);
      return schema === undefined ? [] : told(checker.valueErrors(document, schema, value));
    } catch (error) {
      const found = error instanceof Error ? error.message : String(error);
      return [`Failed to render the template: ${found.replace(/\.?$/, "")}.`];
    }
  };
  const responses = operationsOf(document).flatMap(({ path, method, item, operation }) => {
    const need = needs[String(asObject(operation["x-batch-sim"])["use"])];
    if (need === undefined) return [];
    const at = ["paths", path, method];
    const samples = samplesOf(document, rules, need);
    const found = responseProblems(document, { item, operation }, { need, samples, check });
    const causes = withReferences(document, [...at, "responses", successStatusOf(operation)]);
    return found.map(({ inside, message }) => ({
      path: [...at, "x-batch-sim", "response", ...inside],
      message,
      causes,
    }));
  });
  return [...responses, ...errorProblems(document, check)];
}

/** Renders a template, and says what is wrong with it or with what comes of it. */
type Check = (
  template: JsonValue,
  context: JsonObject,
  schema: JsonObject | undefined,
) => readonly string[];

type Found = { readonly inside: DataPath; readonly message: string };

type Rendering = {
  readonly need: UseCaseNeeds;
  readonly samples: readonly JsonObject[];
  readonly check: Check;
};

function samplesOf(document: JsonObject, rules: SampleRules, need: UseCaseNeeds): JsonObject[] {
  const states = asObject(document["x-states"]);
  const wireState = (state: JobState): string => String(states[state]);
  return need.samples(rules).map((view) => wireContext({ wireState }, view));
}

function responseProblems(
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

/** What an error's template is given. */
const ERROR_SAMPLE = {
  detail: "Expected `inputs` to be given: it is required.",
  problems: [
    {
      path: "/inputs",
      message: "Expected `inputs` to be given: it is required.",
      type: "required",
      loc: ["body", "inputs"],
    },
  ],
};

function errorProblems(document: JsonObject, check: Check): DocumentProblem[] {
  return Object.entries(asObject(document["x-errors"])).flatMap(([code, entry]) => {
    const path = ["x-errors", code, "body"];
    const { body, status = null, response } = asObject(entry);
    const { schema } = describeError(document, code);
    const context = { ...ERROR_SAMPLE, code, status };
    const found = body === undefined ? ["Missing key `body`."] : check(body, context, schema);
    const shape =
      typeof response === "string" ? ["components", "responses", response] : path.slice(0, 2);
    const causes = withReferences(document, shape);
    return found.map((message) => ({ path, message, causes }));
  });
}

/** The validator's words, of the errors that don't only repeat others. */
function told(errors: readonly ErrorObject[]): string[] {
  return errors
    .filter(
      ({ keyword }) => !["if", "anyOf", "oneOf", "not"].includes(keyword) || errors.length === 1,
    )
    .map(({ instancePath, message, params }) => {
      const key: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
      const what = typeof key === "string" ? `${message ?? ""} (\`${key}\`)` : (message ?? "");
      const where = instancePath === "" ? "it" : `\`${instancePath.slice(1)}\``;
      return `Expected what the template gives to be of the schema that the document declares for it: ${where} ${what}.`;
    });
}

/** What of a document in force shows in the views that are made under it. */
export function sampleRulesOf(
  document: JsonObject,
  assumptions: SampleRules["assumptions"],
): SampleRules {
  const [model] = asObjects(document["x-models"]);
  return { assumptions, modelId: String(model?.["id"]), quotas: document["x-quotas"] ?? [] };
}
