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
import type { Check, Problem } from "./check.ts";
import { createChecks } from "./create-checks.ts";

/** The metaschema of each draft, and the Ajv that has it, except for draft 06. */
const DRAFTS = {
  "04": { uri: "http://json-schema.org/draft-04/schema", Ajv: ajvDraft04.default },
  "06": { uri: "http://json-schema.org/draft-06/schema", Ajv },
  "07": { uri: "http://json-schema.org/draft-07/schema", Ajv },
  "2019-09": { uri: "https://json-schema.org/draft/2019-09/schema", Ajv: Ajv2019 },
  "2020-12": { uri: "https://json-schema.org/draft/2020-12/schema", Ajv: Ajv2020 },
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

const checks = new Map<SchemaDraft, Check>();

/** Why a draft's metaschema rejects a schema; undefined if it doesn't. */
export function mistakeIn(schema: Schema, draft: SchemaDraft): Problem | undefined {
  const check = cached(checks, draft, metaCheck);
  return check(schema, { steps: Infinity }) ? undefined : explained(schema, draft);
}

/** Only Ajv explains mistakes, but it takes 100 ms to compile a metaschema. */
function explained(schema: Schema, draft: SchemaDraft): Problem | undefined {
  const ajv = ajvOf(draft);
  ajv.validate(DRAFTS[draft].uri, schema);
  const [error] = ajv.errors ?? [];
  if (error === undefined) return undefined;
  const { instancePath: path, keyword, message, params } = error;
  const detail = keyword === "enum" ? ` (${Object.values(params).map(String).join(", ")})` : "";
  return { reason: `${message ?? "is not a schema"}${detail}`, paths: [path] };
}

function metaCheck(draft: SchemaDraft): Check {
  const find = findMetaschema(draft);
  const metaschema = find(DRAFTS[draft].uri) ?? {};
  const known = new Registry(metaschema, find);
  const subSchemas = new SubSchemas(metaschema, known);
  const patterns = createPatterns(limitedBudget(Infinity));
  return createChecks(subSchemas, patterns, false).of(subSchemas.root);
}

const ajvs = new Map<SchemaDraft, Ajv>();

function ajvOf(draft: SchemaDraft): Ajv {
  return cached(ajvs, draft, newAjv);
}

function newAjv(draft: SchemaDraft): Ajv {
  const options = { strict: false, logger: false, validateSchema: false } as const;
  const ajv = new DRAFTS[draft].Ajv({ ...options, ownProperties: true });
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
