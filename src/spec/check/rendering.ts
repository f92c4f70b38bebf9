import type { ErrorObject } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { UseCaseNeeds } from "../../core/use-case-needs.ts";
import type { OperationPlace } from "../request-place.ts";
import { compileTemplate } from "../template/template.ts";
import type { Capabilities } from "./capabilities.ts";
import { type Found, unique } from "./found.ts";
import type { SchemaChecker } from "./schema-checker.ts";

/** Dependencies of the checks of responses. */
export type ResponseCheck = {
  readonly document: JsonObject;
  /** The document before overlays. */
  readonly base: JsonObject;
  readonly checker: SchemaChecker;
  readonly codecs: Capabilities["codecs"];
};

/** An operation with the use case that serves it, and samples of the views that its templates get. */
export type BoundOperation = OperationPlace & {
  readonly need: UseCaseNeeds;
  readonly samples: readonly JsonObject[];
};

/** Problems with a template, rendered with every sample, or with the values that it gives. */
export function renderProblems(
  { document, checker }: ResponseCheck,
  { need, samples }: BoundOperation,
  { template, schema }: { readonly template: JsonValue; readonly schema: JsonObject | undefined },
): Found[] {
  const messages = samples.flatMap((sample) => {
    const rendered = attempt(() => compileTemplate(template)(sample), Object.keys(need.values));
    if ("problem" in rendered) return [rendered.problem];
    return breachesOf(checker, document, { schema, value: rendered.value }).map(conformance);
  });
  return unique(messages);
}

/** The rendered value, or why rendering failed. */
export type Attempt<Value> = { readonly value: Value } | { readonly problem: string };

/** Renders with templates; `names` are the values that they can use. */
export function attempt<Value>(make: () => Value, names: readonly string[]): Attempt<Value> {
  try {
    return { value: make() };
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    // The names of values don't help with a template that can't be parsed.
    const isSyntax = error instanceof Error && error.name === "SyntaxError";
    const known = names.map((name) => `\`${name}\``).join(", ");
    const hint = isSyntax || names.length === 0 ? "" : ` It can use ${known}.`;
    return { problem: `Failed to render the template: ${found.replace(/\.?$/, "")}.${hint}` };
  }
}

/** The message for a template value that doesn't conform. */
export function conformance(breach: string): string {
  return `Expected the template's value to conform to the schema that the document declares for it: ${breach}.`;
}

/** Why a value doesn't conform to the schema that the document declares for it. */
export function breachesOf(
  checker: SchemaChecker,
  document: JsonObject,
  { schema, value }: { readonly schema: JsonObject | undefined; readonly value: unknown },
): string[] {
  if (schema === undefined) return [];
  return told(checker.valueErrors(document, schema, value));
}

/** The validator's messages, without errors that only repeat others. */
function told(errors: readonly ErrorObject[]): string[] {
  return errors
    .filter(
      ({ keyword }) => !["if", "anyOf", "oneOf", "not"].includes(keyword) || errors.length === 1,
    )
    .map(({ instancePath, message, params }) => {
      const key: unknown = params["additionalProperty"] ?? params["unevaluatedProperty"];
      const what = typeof key === "string" ? `${message ?? ""} (\`${key}\`)` : (message ?? "");
      const where = instancePath === "" ? "it" : `\`${instancePath.slice(1)}\``;
      return `${where} ${what}`;
    });
}
