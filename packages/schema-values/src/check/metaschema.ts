import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import { limitedBudget } from "../budget.ts";
import { cached } from "../cached.ts";
import { identityOf, isJsonObject, type JsonValue } from "../json.ts";
import { createPatterns } from "../regex/patterns.ts";
import type { SchemaDraft } from "../source/normalize.ts";
import { SubSchemas } from "../source/part.ts";
import { type FindDocument, Registry } from "../source/registry.ts";
import type { Schema } from "../source/schema.ts";
import type { ConformityCheck } from "./check.ts";
import { createChecks } from "./create-checks.ts";

const METASCHEMAS: { readonly [draft in SchemaDraft]: string } = {
  "04": "http://json-schema.org/draft-04/schema",
  "06": "http://json-schema.org/draft-06/schema",
  "07": "http://json-schema.org/draft-07/schema",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
};

/** Finds the metaschemas of a draft. */
export function findMetaschema(draft: SchemaDraft): FindDocument {
  return (uri) => {
    if (!uri.includes("json-schema.org")) return undefined;
    // Ajv's `getSchema` would compile it.
    const found: unknown = ajvOf(draft).schemas[uri]?.schema;
    return isJsonObject(found) ? found : undefined;
  };
}

const checks = new Map<SchemaDraft, ConformityCheck>();

/** The problem with a schema, and its location as a JSON Pointer. */
export type Mistake = { readonly path: string; readonly reason: string };

/** Why the metaschema of a draft rejects a schema. */
export function mistakeIn(schema: Schema, draft: SchemaDraft): Mistake | undefined {
  const check = cached(checks, draft, metaCheck);
  try {
    return check(schema, { steps: Infinity }) ? undefined : explained(schema, draft);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { path: "", reason: "the schema is nested too deeply" };
  }
}

/** Only Ajv explains mistakes, but it takes 100 ms to compile a metaschema. */
function explained(schema: Schema, draft: SchemaDraft): Mistake | undefined {
  const ajv = ajvOf(draft);
  ajv.validate(METASCHEMAS[draft], schema);
  const [error] = ajv.errors ?? [];
  if (error === undefined) return undefined;
  const { instancePath: path, keyword, message, params } = error;
  const detail = keyword === "enum" ? ` (${Object.values(params).map(String).join(", ")})` : "";
  return { path, reason: `${message ?? "is not a schema"}${detail}` };
}

function metaCheck(draft: SchemaDraft): ConformityCheck {
  const find = findMetaschema(draft);
  const metaschema = find(METASCHEMAS[draft]) ?? {};
  const known = new Registry(metaschema, find);
  const subSchemas = new SubSchemas(metaschema, known);
  const patterns = createPatterns(limitedBudget(Infinity));
  return createChecks(subSchemas, patterns, false).of(subSchemas.root);
}

const AJVS = {
  "04": ajvDraft04.default,
  // It has only the metaschema of draft 07.
  "06": Ajv,
  "07": Ajv,
  "2019-09": Ajv2019,
  "2020-12": Ajv2020,
};

const ajvs = new Map<SchemaDraft, Ajv>();

/** The Ajv that has the metaschemas of a draft. */
function ajvOf(draft: SchemaDraft): Ajv {
  return cached(ajvs, draft, newAjv);
}

function newAjv(draft: SchemaDraft): Ajv {
  const options = {
    strict: false,
    logger: false,
    validateSchema: false,
    ownProperties: true,
  } as const;
  const ajv = new AJVS[draft](options);
  ajvFormats.default(ajv);
  if (draft === "06") ajv.addMetaSchema(draft06);
  // The values of an `enum` must be unique, and Ajv compares each pair of them.
  return ajv.removeKeyword("uniqueItems").addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    compile: (isUnique: boolean) => (items: readonly JsonValue[]) =>
      !isUnique || new Set(items.map(identityOf)).size === items.length,
  });
}
