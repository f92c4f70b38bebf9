import type { JsonObject } from "../json.ts";
import type { Lexicon } from "../lexicon/lexicon.ts";
import { withSpares } from "../make/schema-generator.ts";
import type { OpenedSchema } from "./opened-schema.ts";
import { type Refusal, refuse } from "./refuse-schema.ts";

/**
 * Compiles a schema in at most `maxSteps` steps. If the compiler finds too few values,
 * json-schema-faker makes them.
 */
export async function openSchema(
  schema: JsonObject,
  { lexicon, maxSteps }: { readonly lexicon: Lexicon; readonly maxSteps: number },
): Promise<OpenedSchema> {
  // Loaded lazily: Ajv with all drafts takes time to load, and most jobs have no schema.
  const { compileSchema } = await import("./compile-schema.ts");
  const { RowError } = await import("../make/make-row.ts");
  const compilation = compileSchema(schema, { lexicon, maxSteps });
  const { verdict } = compilation;
  if (verdict.kind !== "supported" && verdict.kind !== "slow")
    return openFallback(schema, { verdict, maxSteps });
  const isFailure = (error: unknown): boolean => error instanceof RowError;
  const generator = withSpares(compilation, isFailure);
  if (verdict.kind === "supported") return { verdict: { kind: "supported" }, generator };
  return { verdict: { kind: "slow", reason: verdict.reason }, generator };
}

type Fallback = { readonly verdict: Refusal; readonly maxSteps: number };

async function openFallback(
  schema: JsonObject,
  { verdict, maxSteps }: Fallback,
): Promise<OpenedSchema> {
  if (verdict.kind === "unsupported" && verdict.mayYield === true) {
    const { openFaker } = await import("../fallback/open-faker.ts");
    const generator = await openFaker(schema, maxSteps);
    const reason = "its values are made by trial and error";
    if (generator !== undefined) return { verdict: { kind: "slow", reason }, generator };
  }
  const isTooMuch = verdict.kind === "unsupported" && verdict.isTooMuch === true;
  return { verdict: refuse(schema, verdict), ...(isTooMuch ? { isTooMuch } : {}) };
}
