import { isJsonObject, type JsonObject, type JsonValue } from "../../core/json.ts";
import type { SampleRules } from "../../core/use-case-needs.ts";
import { within } from "../../yaml/data-path.ts";
import { contentTypeOf, successStatusOf } from "../derive-responses.ts";
import { asObject, asObjects, operationsOf } from "../document-place.ts";
import { keptSample, webhookEvents } from "../document-rules.ts";
import { stateNamesOf, wireContext } from "../template/wire-context.ts";
import { checkLines } from "./check-file-parts.ts";
import { checkLineTemplates, checkResults, checkWrittenFiles, typedOnly } from "./check-results.ts";
import { type DocumentProblem, expected, resolvedPath, withReferences } from "./found.ts";
import { inertBody } from "./inert-parts.ts";
import {
  type BoundOperation,
  conformsTo,
  declaredAt,
  mediaTypeSchema,
  type ResponseCheck,
  renderProblems,
  templateProblems,
  undeclaredType,
} from "./rendering.ts";

/**
 * Problems with a spec's templates. Renders each template with sample views, and checks the result
 * against the schema that the spec declares for the result.
 */
export function checkTemplates(check: ResponseCheck, rules: SampleRules): DocumentProblem[] {
  const { document, useCases } = check;
  const responses = operationsOf(document).flatMap((served) => {
    const { at, binding } = served;
    const need = useCases[String(binding["use"])];
    if (need === undefined) return [];
    const samples = need.samples(rules).map((view) => wireContext(stateNamesOf(document), view));
    const answer = [...at, "responses", successStatusOf(served)];
    const contentPath = [...resolvedPath(document, answer), "content"];
    const causes = withReferences(document, answer);
    const { lines, headers } = binding;
    const bound = { ...check, ...served, need, samples, contentPath };
    const inHeaders = headers === undefined ? [] : headerProblems(bound, headers);
    const written = [{ jobId: "job", endedAt: 0, kept: rules.kept ?? {} }];
    const inLines = lines === undefined ? [] : checkLines(written, lines);
    return [
      ...within([...at, "x-batch-sim", "response"], checkResponse(bound)),
      ...within([...at, "x-batch-sim", "lines"], inLines),
      ...within([...at, "x-batch-sim", "headers"], inHeaders),
    ].map((problem) => ({ ...problem, causes }));
  });
  return [...responses, ...errorProblems(check)];
}

/** Problems with a response's headers: each must render as a string, and the body must be JSON. */
function headerProblems(bound: BoundOperation, headers: JsonValue): DocumentProblem[] {
  const isFit = bound.need.answers === "view" && isJsonObject(headers);
  const mayBeText = (value: JsonValue): boolean => typeof value === "string" || isJsonObject(value);
  if (isFit && Object.values(headers).every(mayBeText)) {
    const areTexts = (rendered: JsonValue): DocumentProblem[] =>
      Object.entries(asObject(rendered)).flatMap(([name, value]) =>
        typeof value === "string"
          ? []
          : expected(`the header \`${name}\` to be a string`, value, [name]),
      );
    const names = Object.keys(bound.need.values);
    return templateProblems(headers, bound.samples, names, areTexts);
  }
  return expected("an object that maps headers to strings, for a JSON response only", headers);
}

const ERROR_SAMPLE = {
  requestHash: "KQFVGW3yCgHXRbFpNfa8mN",
  detail: "Expected `inputs` to be present: it is required.",
  problems: [
    {
      path: "/inputs",
      message: "Expected `inputs` to be present: it is required.",
      type: "required",
      loc: ["body", "inputs"],
    },
  ],
};

function errorProblems(check: ResponseCheck): DocumentProblem[] {
  const { document } = check;
  return Object.entries(asObject(document["x-errors"])).flatMap(([code, entry]) => {
    const own = ["x-errors", code];
    const path = [...own, "body"];
    const { body, status = null, response, schema } = asObject(entry);
    if (body === undefined) return [{ path, message: "Missing key `body`." }];
    const context = { ...ERROR_SAMPLE, code, status };
    const shape = typeof response === "string" ? ["components", "responses", response] : own;
    const content = [...shape, "content", contentTypeOf(asObject(entry)), "schema"];
    const declared = declaredAt(document, schema === undefined ? content : [...own, "schema"]);
    const found = templateProblems(body, [context], ERROR_VALUES, conformsTo(check, declared));
    const causes = withReferences(document, shape);
    return within(path, found).map((problem): DocumentProblem => ({ ...problem, causes }));
  });
}

/** The parts of a spec that appear in its rendered views. */
export function sampleRulesOf(
  document: JsonObject,
  assumptions: SampleRules["assumptions"],
): SampleRules {
  const [model] = asObjects(document["x-models"]);
  return {
    assumptions,
    modelId: String(model?.["id"]),
    quotas: document["x-quotas"] ?? [],
    purposes: Object.keys(asObject(document["x-files"])),
    events: Object.keys(webhookEvents(document)),
    kept: keptSample(document),
  };
}

/** The values that the body template of an error in `x-errors` can use. */
export const ERROR_VALUES: readonly string[] = [
  ...["code", "status", "detail", "requestHash", "problems"],
  ...["path", "loc", "message", "type"].map((part) => `problems[].${part}`),
];

function checkResponse(bound: BoundOperation): DocumentProblem[] {
  const response = bound.binding["response"] ?? {};
  const typed = (template: JsonValue, type: string): DocumentProblem[] =>
    renderProblems(bound, template, mediaTypeSchema(bound, type));
  switch (bound.need.answers) {
    case "view": {
      const inert = inertBody(response, Object.keys(bound.need.values));
      if (inert.length > 0) return inert;
      return [...undeclaredType(bound, "application/json"), ...typed(response, "application/json")];
    }
    case "lines":
      return checkLineTemplates(bound, asObject(response));
    case "file":
      return typedOnly(bound, response);
    case "page":
      return Object.entries(asObject(response)).flatMap(([type, template]) => [
        ...undeclaredType(bound, type),
        ...within([type], typed(template, type)),
      ]);
    case "content":
      return checkWrittenFiles(bound, asObject(response));
    case "results":
      return checkResults(bound, asObject(response));
  }
}
