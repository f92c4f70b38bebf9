import { type Budget, BudgetError } from "../budget.ts";
import type { JsonObject, JsonValue } from "../json.ts";
import type { CountedPatterns } from "../regex/patterns.ts";
import type { SchemaDraft } from "../source/normalize.ts";
import type { SubSchema, SubSchemas } from "../source/part.ts";
import { type Schema, valueAt } from "../source/schema.ts";

/** Takes steps from a budget. Throws a BudgetError if too few are left. */
export function spend(budget: Budget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new BudgetError("its values take too many steps to check");
}

/** Number of characters that a check can read in one step. */
export const CHARACTERS_OF_A_STEP = 128;

/** Whether a value conforms to a keyword or a schema. May throw a BudgetError. */
export type Check<Value = JsonValue> = (value: Value, budget: Budget) => boolean;

export type CheckTools = {
  readonly subSchemas: SubSchemas;
  readonly patterns: Pick<CountedPatterns, "testOf">;
  /** Whether values must conform to `format`. */
  readonly hasFormats: boolean;
  /** The check for a subschema, created on first use. */
  readonly of: (part: SubSchema) => Check;
  /** The check for the schema in a keyword; undefined if the subschema lacks the keyword. */
  readonly one: (part: SubSchema, name: string) => Check | undefined;
};

/** Whether a number is a multiple of another. As in Ajv, the computed quotient must be whole. */
export function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Number.isInteger(quotient) && Math.abs(quotient) < 1e21;
}

/** A problem with a schema. The first JSON Pointer in `paths` points to the mistake. */
export type Problem = { readonly reason: string; readonly paths: readonly string[] };

export type Refusal = Problem & {
  /** "unsatisfiable" if no value conforms; "unsupported" if conforming values can't be made. */
  readonly kind: "invalid" | "unsatisfiable" | "unsupported";
  /** Whether to try json-schema-faker. If this is not set, it might run forever. */
  readonly mayYield?: true;
  /** Whether the steps ran out. With more steps, the verdict might be different. */
  readonly isTooMuch?: true;
  /** Set if the draft's metaschema rejects the schema; `explained` adds the reason. */
  readonly rejected?: { readonly schema: Schema; readonly draft: SchemaDraft };
};

export type Feasibility =
  | { readonly kind: "supported" }
  /** Conforming values can be made, but each one takes many steps. */
  | { readonly kind: "slow"; readonly reason: string }
  | Refusal;

const SHOWN_CHARACTERS = 80;

/** Returns the end of a message: the problem, the invalid value if any, and the JSON Pointers. */
export function described(schema: JsonObject, { reason, paths }: Problem): string {
  const [path = ""] = paths;
  const found = reason.startsWith("must ") ? `, got \`${show(valueAt(schema, path))}\`` : "";
  const named = [...new Set(paths)].filter((it) => it !== "").map((it) => `\`${it}\``);
  return `${reason}${found}${named.length === 0 ? "" : ` (at ${named.join(" and ")})`}.`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value) ?? "nothing";
  return text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
}
