import type { FileRules, OutputFile, OutputKind, PurposeRule } from "../core/files.ts";
import { type JsonObject, type JsonValue, mapValues } from "../core/json.ts";
import { parseDurationMs } from "../core/time.ts";
import { asObject, asStrings, findBoundTo } from "./document-place.ts";
import { bodySchema } from "./request-place.ts";

export const OUTPUT_KINDS: readonly OutputKind[] = ["output", "errors"];

/** A checked document's rules for files; undefined if its service has none. */
export function fileRulesOf(document: JsonObject): FileRules | undefined {
  const purposes = asObject(document["x-files"]);
  if (Object.keys(purposes).length === 0) return undefined;
  const outputs = asObject(document["x-output-files"]);
  return {
    purposes: mapValues(purposes, (rule) => purposeRule(asObject(rule))),
    outputs: OUTPUT_KINDS.filter((kind) => outputs[kind] !== undefined).map(
      (kind) => ({ kind, ...asObject(outputs[kind]) }) as unknown as OutputFile,
    ),
    problems: asObject(document["x-file-problems"]) as unknown as FileRules["problems"],
  };
}

function purposeRule({ lines, expiresAfter, ...limits }: JsonObject): PurposeRule {
  const lifeMs = expiresAfter === undefined ? undefined : parseDurationMs(String(expiresAfter));
  return {
    ...(limits as Partial<PurposeRule>),
    hasLines: lines === true,
    ...(lifeMs !== undefined && { lifeMs }),
  };
}

/** Names of the request fields that jobs keep: `keep` in the operation that creates jobs. */
export function keptFields(document: JsonObject): readonly string[] {
  return asStrings(findBoundTo(document, "createJob")?.binding["keep"]);
}

export function keptSample(document: JsonObject): JsonObject {
  const create = findBoundTo(document, "createJob");
  const properties = asObject(create && bodySchema(create)["properties"]);
  return Object.fromEntries(
    keptFields(document).map((name) => [name, sampleOf(asObject(properties[name]))]),
  );
}

function sampleOf({ enum: values, const: only, default: fallback, type }: JsonObject): JsonValue {
  const [first] = Array.isArray(values) ? values : [];
  return only ?? first ?? fallback ?? (type === "string" ? "sample" : null);
}
