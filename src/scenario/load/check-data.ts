import { createSchemaMatcher, schemaProblem } from "schema-values";
import { isJsonObject, type JsonValue } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { listed } from "../../core/nearest.ts";
import { CONDITION_STEPS } from "../../core/profile-rule.ts";
import { type DataPath, type DataProblem, describeValue } from "../../yaml/data-path.ts";
import { isFieldMap } from "../grammar/condition.ts";
import { scenarioParser } from "../grammar/scenario-file.ts";
import type { ParseOptions, SpecVocabulary } from "../parse-options.ts";
import { explainIssues } from "./explain-issues.ts";

/**
 * Checks a scenario's data against the grammar, and for duplicate names and for invalid schemas and
 * assumptions. The result has no scenario if the data violates the grammar.
 */
export async function checkData(data: JsonValue, { file, vocabulary, files }: ParseOptions) {
  const result = scenarioParser(vocabulary)(data, files);
  // The grammar can't detect these problems.
  const further = [
    ...repeatedNames(data),
    ...(await badSchemas(data)),
    ...(await badAssumptions(data, vocabulary)),
  ];
  if (!result.success)
    return { problems: [...explainIssues(result.error.issues, data), ...further] };
  const { name, ...rest } = result.data;
  return { scenario: { name: name || nameOf(file), ...rest }, problems: further };
}

function nameOf(file: string): string {
  const base = file.replace(/^.*[\\/]/, "");
  return base.replace(/\.ya?ml$/, "") || "scenario";
}

/** Reports duplicate names of fault rules. The journal and hit counts identify rules by name. */
function repeatedNames(data: JsonValue): DataProblem[] {
  const seen = new Map<unknown, number>();
  return listAt(data, "faults").flatMap((_, index) => {
    const path = ["faults", index, "name"];
    const name = valueAtPath(data, path);
    const first = seen.get(name);
    if (name === undefined || first === undefined) {
      seen.set(name, index);
      return [];
    }
    const message = `Expected a unique name, got \`${name}\`, which faults.${first} already has.`;
    return [{ path, message }];
  });
}

async function badSchemas(data: JsonValue): Promise<DataProblem[]> {
  const problems: DataProblem[] = [];
  for (const path of schemaPaths(data)) {
    const schema = valueAtPath(data, path);
    if (!isJsonObject(schema) || isFieldMap(schema)) continue;
    const problem = await schemaProblem(schema);
    if (problem === undefined) continue;
    problems.push({ path, message: `Expected a JSON Schema: ${problem}` });
  }
  return problems;
}

/** Reports invalid values of assumptions whose allowed values are defined by a schema. */
async function badAssumptions(data: JsonValue, known: SpecVocabulary): Promise<DataProblem[]> {
  const problems: DataProblem[] = [];
  for (const [id, { schema, values }] of Object.entries(known.assumptions)) {
    const path = ["assumptions", id];
    const value = valueAtPath(data, path);
    if (schema === undefined || value === undefined) continue;
    const matches = await createSchemaMatcher();
    if (matches(schema, value, { steps: CONDITION_STEPS })) continue;
    const message = `Expected ${listed(values.map(String), " or ")}, got ${describeValue(value)}.`;
    problems.push({ path, message });
  }
  return problems;
}

function schemaPaths(data: JsonValue): DataPath[] {
  return [
    ...listAt(data, "profiles").map((_, index) => ["profiles", index, "when", "request"]),
    ...listAt(data, "faults").flatMap((_, index) =>
      ["header", "query", "body"].map((key) => ["faults", index, "when", key]),
    ),
  ];
}

function listAt(data: JsonValue, key: string): readonly unknown[] {
  const list = valueAtPath(data, [key]);
  return Array.isArray(list) ? list : [];
}
