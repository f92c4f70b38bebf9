import type { JsonObject } from "../core/json.ts";
import { type Refusal, refuse } from "./refuse-schema.ts";
import type { OpenedSchema } from "./schema-generator.ts";
import { withSpares } from "./spare-rows.ts";
import { loadPools } from "./words/load-pools.ts";

/** Compiles a schema on the spot; what the compiler can't make values for is tried with json-schema-faker. */
export async function compile(schema: JsonObject): Promise<OpenedSchema> {
  // Loaded late: Ajv in all drafts takes its time, and most jobs come without a schema.
  const { compileSchema } = await import("./compile-schema.ts");
  const { RowError } = await import("./row.ts");
  const compilation = compileSchema(schema, { pools: await loadPools() });
  const { verdict } = compilation;
  if (verdict.kind !== "supported" && verdict.kind !== "slow") return openFallback(schema, verdict);
  const isFailure = (error: unknown): boolean => error instanceof RowError;
  const generator = withSpares(compilation.row, isFailure);
  if (verdict.kind === "supported") return { verdict: { kind: "supported" }, generator };
  return { verdict: { kind: "slow", reason: verdict.reason }, generator };
}

async function openFallback(schema: JsonObject, verdict: Refusal): Promise<OpenedSchema> {
  if (verdict.kind === "unsupported" && verdict.mayYield === true) {
    const { openFaker } = await import("./fallback/open-faker.ts");
    const generator = await openFaker(schema);
    const reason = "its values are made by trial and error";
    if (generator !== undefined) return { verdict: { kind: "slow", reason }, generator };
  }
  return { verdict: refuse(schema, verdict) };
}
