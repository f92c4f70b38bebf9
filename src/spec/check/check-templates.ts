import type { ErrorObject } from "ajv/dist/2020.js";
import type { JobState } from "../../core/job/state.ts";
import type { JsonObject } from "../../core/json.ts";
import type { SampleRules, UseCaseNeeds } from "../../core/use-case-needs.ts";
import { describeError, successStatusOf } from "../derive-responses.ts";
import { asObject, asObjects, operationsOf } from "../place.ts";
import { compileTemplate } from "../template/template.ts";
import { wireContext } from "../template/wire-context.ts";
import type { Needs } from "./check-operations.ts";
import { type Check, responseProblems } from "./check-response.ts";
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

function samplesOf(document: JsonObject, rules: SampleRules, need: UseCaseNeeds): JsonObject[] {
  const states = asObject(document["x-states"]);
  const wireState = (state: JobState): string => String(states[state]);
  return need.samples(rules).map((view) => wireContext({ wireState }, view));
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
