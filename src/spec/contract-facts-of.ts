import type { AssumptionFacts, ContractFacts, OperationFacts } from "../core/contract-facts.ts";
import { type JsonObject, type JsonValue, mapValues } from "../core/json.ts";
import { oncePer } from "../core/once-per.ts";
import type { EndKind } from "../core/rows/row.ts";
import { type Assumption, assumptionsOf } from "./assumptions-of.ts";
import { describeError } from "./derive-responses.ts";
import {
  asObject,
  asObjects,
  asStrings,
  findPlaceOf,
  operationsOf,
  type PlacedOperation,
  resolveRef,
} from "./document-place.ts";
import { parameterFactsOf } from "./parameter-facts.ts";
import { keyFormOf, type Spec } from "./spec.ts";

/** The parts of a spec that reports need, compiled once. */
export const contractFactsOf: (spec: Spec) => ContractFacts = oncePer((spec) => {
  const { document } = spec;
  const variables = Object.entries(spec.environment);
  const keyVariable = variables.find(([, value]) => value === "api_key")?.[0];
  const errorFile = spec.files?.outputs.find(({ kind }) => kind === "errors");
  return {
    title: String(asObject(document["info"])["title"]),
    ...(keyVariable !== undefined && { keyVariable }),
    ...(errorFile !== undefined && { errorFile }),
    ...(document["x-row-errors"] !== undefined && { rowEnds: rowEndsOf(spec) }),
    operations: operationsOf(document).map(operationFacts),
    assumptions: assumptionsOf(document).map((entry) =>
      assumptionFacts(entry, spec.assumptions[entry.id] ?? entry.default),
    ),
    errors: errorAssumptionsOf(spec),
    keyForm: keyFormOf(spec.keyScheme),
    stateNames: asObject(document["x-states"]) as ContractFacts["stateNames"],
    interfaceTexts: interfaceTextsOf(document),
  };
});

function rowEndsOf({ hasState }: Spec): readonly EndKind[] {
  return [
    ...(["succeeded", "errored"] as const),
    ...(hasState("expired") ? (["expired"] as const) : []),
    ...(hasState("cancelled") ? (["canceled"] as const) : []),
  ];
}

export function operationFacts(served: PlacedOperation): OperationFacts {
  const { document, path, method, operation, binding } = served;
  const responses = asObject(operation["responses"]);
  return {
    method: method.toUpperCase(),
    path,
    operationId: String(operation["operationId"]),
    use: String(binding["use"]),
    isOwn: asStrings(operation["tags"]).includes("simulator"),
    assumptions: idsOf(operation["x-assumption"]),
    // Skips `2XX` and `default`, which stand for several statuses.
    answers: Object.keys(responses)
      .filter((status) => /^\d{3}$/.test(status))
      .map((status) => ({
        status: Number(status),
        assumptions: answerAssumptions(document, asObject(resolveRef(document, responses[status]))),
      })),
    parameters: parameterFactsOf(served),
  };
}

function assumptionFacts(entry: Assumption, value: JsonValue): AssumptionFacts {
  const { id, question, section, alternatives, deviations } = entry;
  const isDeviation = deviations.some((deviation) => deviation === value);
  const others = [entry.default, ...alternatives].filter((other) => other !== value);
  return { id, question, section, value, others, isDeviation };
}

export const errorAssumptionsOf: (spec: Spec) => ContractFacts["errors"] = oncePer((spec) => {
  const { document } = spec;
  return mapValues(asObject(document["x-errors"]), (_, code) =>
    idsOf(describeError(document, code).assumption),
  );
});

/** IDs of the assumptions behind a response, and behind every required part of its schema. */
function answerAssumptions(document: JsonObject, response: JsonObject): readonly string[] {
  const ofSchemas = asObjects(Object.values(asObject(response["content"]))).flatMap(({ schema }) =>
    schemaAssumptions(document, schema, new Set()),
  );
  return [...new Set([...idsOf(response["x-assumption"]), ...ofSchemas])];
}

function schemaAssumptions(
  document: JsonObject,
  schema: JsonValue | undefined,
  seen: Set<JsonValue | undefined>,
): readonly string[] {
  const target = resolveRef(document, schema);
  if (target === undefined || seen.has(target)) return [];
  seen.add(target);
  const { properties, required, items, additionalProperties } = asObject(target);
  const always = asStrings(required).map((name) => asObject(properties)[name]);
  const parts = [...always, items, additionalProperties];
  const nested = parts.flatMap((part) => schemaAssumptions(document, part, seen));
  return [...idsOf(asObject(target)["x-assumption"]), ...nested];
}

function idsOf(value: JsonValue | undefined): readonly string[] {
  return typeof value === "string" ? [value] : asStrings(value);
}

/** The parts of the interface document; `part` is a number, such as `4.2`, or a name. */
export function interfacePartsOf(document: JsonObject) {
  return asObjects(document["x-interface"]).map((entry) => {
    const [first = ""] = asStrings(entry["operations"]);
    const operation = findPlaceOf(document, first)?.operation;
    return {
      part: String(entry["part"]),
      text: String(entry["text"] ?? operation?.["description"] ?? "").trim(),
      ruleName: String(entry["ruleName"] ?? "rule"),
      rules: asStrings(entry["rules"]),
    };
  });
}

function interfaceTextsOf(document: JsonObject): Readonly<Record<string, string>> {
  const texts = interfacePartsOf(document).flatMap(({ part, text, ruleName, rules }) => [
    [part, text.replaceAll("\n", " ")],
    ...rules.map((rule, index) => [`${part}, ${ruleName} ${index + 1}`, rule]),
  ]);
  return Object.fromEntries(texts);
}
