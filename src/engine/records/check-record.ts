import type { SubmittedFact } from "../../core/job/facts.ts";
import type { JsonObject, JsonValue } from "../../core/json.ts";
import type { RecordParts } from "../../core/rows/record-reader.ts";
import type { RowError } from "../../core/rows/row-rule.ts";
import { rowOutcomes } from "../../generate/row-outcomes.ts";
import type { RowContext } from "../call-context.ts";

export type RecordCheck = Awaited<ReturnType<typeof createRecordCheck>>;

/** Creates a function that checks rows: scenario rules first, then content and JSON Schema. */
export async function createRecordCheck(
  { seed, rowRules = [] }: Pick<SubmittedFact, "seed" | "rowRules">,
  { sandbox, rules, services }: RowContext,
) {
  const errorRules = rowRules.some(({ outcome }) => outcome.kind === "error");
  const outcomeOf = errorRules ? rowOutcomes(rowRules, seed) : undefined;
  const problemOf = await rules.rowProblem?.();
  const schemas = services.schemas.for(sandbox.name);
  const refusals = new Map<string, string | undefined>();
  const refusalOf = async (schema: JsonObject): Promise<RowError | undefined> => {
    const key = JSON.stringify(schema);
    if (!refusals.has(key)) {
      const { verdict } = await schemas.inspect(schema, "");
      refusals.set(key, verdict.kind === "refused" ? verdict.reason : undefined);
    }
    return invalid(refusals.get(key));
  };
  /** Returns why a row fails, or undefined. Always gives the same result for a row. */
  return (index: number, value: JsonValue, parts: RecordParts) => {
    const outcome = outcomeOf?.({ index, input: parts.prompt });
    if (outcome?.kind === "error") return outcome.error;
    const { jsonSchema } = parts.recipe;
    const problem = invalid(problemOf?.(value) ?? unknownTool(parts));
    return problem ?? (jsonSchema === undefined ? undefined : refusalOf(jsonSchema));
  };
}

function unknownTool({ unknownTool: name }: RecordParts): string | undefined {
  if (name === undefined) return undefined;
  return `Expected the chosen tool to be one of the request's tools, got \`${name}\`. Add that tool, or choose another.`;
}

function invalid(message: string | undefined): RowError | undefined {
  return message === undefined ? undefined : { reason: "invalid", message };
}
