import type { JsonObject, JsonValue } from "../core/json.ts";
import { rngFor } from "../core/rng.ts";
import { leastSize, MOST_CHARACTERS } from "./least-size.ts";
import { loadPools } from "./pools.ts";
import { type Refusal, refuse } from "./refuse-schema.ts";
import type { SchemaCompilation } from "./schema/compile-schema.ts";
import type { OpenedSchema, SchemaGenerator } from "./schema-generator.ts";

const SPARE_ROWS = 8;

const opened = new WeakMap<JsonObject, Promise<OpenedSchema>>();

/** Compiles a schema, once an object; what can't be compiled is tried with json-schema-faker. */
export function openSchema(schema: JsonObject): Promise<OpenedSchema> {
  const known = opened.get(schema) ?? open(schema);
  opened.set(schema, known);
  return known;
}

async function open(schema: JsonObject): Promise<OpenedSchema> {
  const least = leastSize(schema);
  if (least > MOST_CHARACTERS) {
    const reason = `Expected values of the schema to need at most ${MOST_CHARACTERS} characters, got ${least}: its bounds multiply.`;
    return { verdict: { kind: "refused", path: "", reason } };
  }
  // Loaded late: Ajv in all drafts takes its time, and most jobs come without a schema.
  const { compileSchema } = await import("./schema/compile-schema.ts");
  const { RowError } = await import("./schema/row.ts");
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

/** In the rare case that no try makes a row, one of a fixed few takes its place: every row conforms. */
function withSpares(
  row: SchemaCompilation["row"],
  isFailure: (error: unknown) => boolean,
): SchemaGenerator {
  let spares: readonly JsonValue[] | undefined;
  const attempt = (make: () => JsonValue): JsonValue[] => {
    try {
      return [make()];
    } catch (error) {
      if (!isFailure(error)) throw error;
      return [];
    }
  };
  const makeSpares = (): JsonValue[] =>
    Array.from({ length: SPARE_ROWS }, (_, i) => attempt(() => row(rngFor(0, "spare", i)))).flat();
  return {
    row: (rng, hints) => {
      const [value] = attempt(() => row(rng, hints));
      if (value !== undefined) return value;
      spares ??= makeSpares();
      return rng.pick(spares);
    },
  };
}
