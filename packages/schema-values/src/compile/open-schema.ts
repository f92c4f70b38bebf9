import { described, type Feasibility, type Refusal } from "../check/check.ts";
import type { JsonObject } from "../json.ts";
import type { SchemaGenerator } from "../make/make-row.ts";
import type { CompileOptions } from "./compile-schema.ts";

/** A sentence that says why no values can be made, and the problem's JSON Pointer. */
export type RefusedVerdict = {
  readonly kind: "refused";
  readonly path: string;
  readonly reason: string;
};

/** Whether outputs that conform to a schema can be made, and whether that takes a long time. */
export type SchemaVerdict = Exclude<Feasibility, Refusal> | RefusedVerdict;

/** A generator for a schema's values, or the reason that there is none. */
export type OpenedSchema =
  | {
      readonly verdict: Exclude<SchemaVerdict, RefusedVerdict>;
      readonly generator: SchemaGenerator;
    }
  | {
      readonly verdict: RefusedVerdict;
      /** Whether more steps may lead to a different verdict. */
      readonly isTooMuch?: true;
    };

const OPENINGS: { readonly [kind in Refusal["kind"]]: string } = {
  invalid: "Expected a valid JSON Schema",
  unsatisfiable: "Expected a schema that at least one value conforms to",
  unsupported: "Failed to generate values that conform to the schema",
};

/** Maximum number of cached schemas. Test suites send the same few repeatedly. */
const MOST_KEPT = 16;
/** Maximum length of all cached schemas together. A character takes hundreds of bytes of memory. */
const MOST_CHARACTERS = 500_000;

/** Caches one value for each of the most recently used schemas, keyed by the schema's text. */
export class SchemaCache<Value> {
  /** Least recently used first. */
  readonly #values = new Map<string, Promise<Value>>();

  /** The cached value, or the result of `make`; failures are not cached. */
  of(schema: JsonObject, make: () => Promise<Value>): Promise<Value> {
    // Keys aren't sorted, because rows keep the schema's order of properties.
    const text = JSON.stringify(schema);
    const found = this.#values.get(text) ?? make();
    this.#values.delete(text);
    this.#values.set(text, found);
    found.catch(() => this.#values.delete(text));
    this.#forgetOldest();
    return found;
  }

  #forgetOldest(): void {
    let characters = 0;
    for (const [index, text] of [...this.#values.keys()].reverse().entries()) {
      characters += text.length;
      if (index > 0 && (index >= MOST_KEPT || characters > MOST_CHARACTERS))
        this.#values.delete(text);
    }
  }
}

/** Compiles a schema. If too few of the made values conform, falls back to json-schema-faker. */
export async function openSchema(
  schema: JsonObject,
  options: CompileOptions,
): Promise<OpenedSchema> {
  // Loaded lazily: the compiler takes time to load, and most jobs have no schema.
  const { compileSchema } = await import("./compile-schema.ts");
  const { verdict, ...generator } = compileSchema(schema, options);
  if (verdict.kind === "supported" || verdict.kind === "slow") return { verdict, generator };
  if (verdict.mayYield === true) {
    const { openFaker } = await import("../fallback/open-faker.ts");
    const drawn = await openFaker(schema, options.maxSteps);
    const reason = "its values are made by trial and error";
    if (drawn !== undefined) return { verdict: { kind: "slow", reason }, generator: drawn };
  }
  // Loaded only to explain a mistake, because this module loads Ajv.
  const explain = verdict.rejected && (await import("../check/explain-mistake.ts")).explained;
  const why = explain?.(verdict) ?? verdict;
  const reason = `${OPENINGS[why.kind]}: ${described(schema, why)}`;
  const refused = { kind: "refused", path: why.paths[0] ?? "", reason } as const;
  return { verdict: refused, ...(why.isTooMuch && { isTooMuch: true }) };
}
