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

/** Number of characters of a value that are read per step. */
export const CHARACTERS_OF_A_STEP = 128;

/** Whether a value conforms to a keyword or a schema. May throw a BudgetError. */
export type Check<Value = JsonValue> = (value: Value, budget: Budget) => boolean;

export type CheckTools = {
  readonly subSchemas: SubSchemas;
  readonly patterns: Pick<CountedPatterns, "testOf">;
  /** Whether strings must conform to `format`. */
  readonly hasFormats: boolean;
  /** The check for a part, created on first use. */
  readonly of: (part: SubSchema) => Check;
  /** The check for the schema of a keyword; undefined if the keyword is missing. */
  readonly one: (part: SubSchema, name: string) => Check | undefined;
};

/** Whether a number is a multiple of another: as in Ajv, their quotient as a double is whole. */
export function isMultiple(value: number, divisor: number): boolean {
  const quotient = value / divisor;
  return Number.isInteger(quotient) && Math.abs(quotient) < 1e21;
}

/** A problem with a schema, and JSON Pointers of the places involved, starting at the mistake. */
export type Problem = { readonly reason: string; readonly paths: readonly string[] };

export type Refusal = Problem & {
  /** "unsatisfiable" if no value conforms; "unsupported" if some may, but we can't make any. */
  readonly kind: "invalid" | "unsatisfiable" | "unsupported";
  /** Whether json-schema-faker may find values; for other schemas, it could run forever. */
  readonly mayYield?: true;
  /** Whether the steps ran out: with more steps, the verdict may differ. */
  readonly isTooMuch?: true;
  /** The schema, if its draft's metaschema rejects it; `explained` says why. */
  readonly rejected?: { readonly schema: Schema; readonly draft: SchemaDraft };
};

export type Feasibility =
  | { readonly kind: "supported" }
  /** Making a row takes a long time, judged by a step count that doesn't depend on the machine. */
  | { readonly kind: "slow"; readonly reason: string }
  | Refusal;

const SHOWN_CHARACTERS = 80;

/** The end of a sentence that states a problem, its places, and possibly the invalid value. */
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
