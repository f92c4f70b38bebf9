import type { JobState } from "../../core/job/state.ts";
import type { JsonObject } from "../../core/json.ts";
import type { SampleRules, UseCaseNeeds } from "../../core/use-case-needs.ts";
import { describeError, successStatusOf } from "../derive-responses.ts";
import { asObject, asObjects, operationsOf } from "../document-place.ts";
import { ERROR_VALUES } from "../error-values.ts";
import { compileTemplate } from "../template/template.ts";
import { wireContext } from "../template/wire-context.ts";
import type { Capabilities } from "./capabilities.ts";
import { checkResponse } from "./check-response.ts";
import type { DocumentProblem } from "./document-problem.ts";
import { within } from "./found.ts";
import { withReferences } from "./pointer-path.ts";
import { attempt, breachesOf, conformance, type ResponseCheck } from "./rendering.ts";

/**
 * Problems with a spec's templates: renders each with samples of the views that it gets, and checks the
 * result against the schema that the document declares for it.
 */
export function checkTemplates(
  check: ResponseCheck,
  rules: SampleRules,
  useCases: Capabilities["useCases"],
): DocumentProblem[] {
  const { document } = check;
  const responses = operationsOf(document).flatMap(({ path, method, item, operation }) => {
    const need = useCases[String(asObject(operation["x-batch-sim"])["use"])];
    if (need === undefined) return [];
    const at = ["paths", path, method];
    const samples = samplesOf(document, rules, need);
    const causes = withReferences(document, [...at, "responses", successStatusOf(operation)]);
    const found = checkResponse(check, { item, operation, need, samples });
    return within([...at, "x-batch-sim", "response"], found).map(({ inside, message }) => ({
      path: inside,
      message,
      causes,
    }));
  });
  return [...responses, ...errorProblems(check)];
}

function samplesOf(document: JsonObject, rules: SampleRules, need: UseCaseNeeds): JsonObject[] {
  const states = asObject(document["x-states"]);
  const wireState = (state: JobState): string => String(states[state]);
  return need.samples(rules).map((view) => wireContext({ wireState }, view));
}

/** A sample of the values that an error's template gets. */
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

function errorProblems({ document, checker }: ResponseCheck): DocumentProblem[] {
  return Object.entries(asObject(document["x-errors"])).flatMap(([code, entry]) => {
    const path = ["x-errors", code, "body"];
    const { body, status = null, response } = asObject(entry);
    if (body === undefined) return [{ path, message: "Missing key `body`." }];
    const { schema } = describeError(document, code);
    const context = { ...ERROR_SAMPLE, code, status };
    const rendered = attempt(() => compileTemplate(body)(context), Object.keys(ERROR_VALUES));
    const found =
      "problem" in rendered
        ? [rendered.problem]
        : breachesOf(checker, document, { schema, value: rendered.value }).map(conformance);
    const shape =
      typeof response === "string" ? ["components", "responses", response] : path.slice(0, 2);
    const causes = withReferences(document, shape);
    return found.map((message) => ({ path, message, causes }));
  });
}

/** The parts of a spec that appear in the views rendered under it. */
export function sampleRulesOf(
  document: JsonObject,
  assumptions: SampleRules["assumptions"],
): SampleRules {
  const [model] = asObjects(document["x-models"]);
  return { assumptions, modelId: String(model?.["id"]), quotas: document["x-quotas"] ?? [] };
}
