import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvDraft04 from "ajv-draft-04";
import ajvFormats from "ajv-formats";
import { cached } from "../cached.ts";
import { identityOf, type JsonValue } from "../json.ts";
import type { SchemaDraft } from "../source/normalize.ts";
import type { Schema } from "../source/schema.ts";
import type { Problem, Refusal } from "./check.ts";
import { METASCHEMAS } from "./metaschema.ts";

const { default: Ajv04 } = ajvDraft04;
const AJVS = { "04": Ajv04, "06": Ajv, "07": Ajv, "2019-09": Ajv2019, "2020-12": Ajv2020 };

/** If the metaschema rejects the schema, adds the reason to the refusal. */
export function explained({ rejected, ...refusal }: Refusal): Refusal {
  return rejected ? { ...refusal, ...mistakeIn(rejected.schema, rejected.draft) } : refusal;
}

/** Explains why a metaschema rejects a schema. Uses Ajv, which takes 100 ms to load and compile. */
export function mistakeIn(schema: Schema, draft: SchemaDraft): Problem {
  const ajv = cached(ajvs, draft, newAjv);
  const [metaschema = {}] = METASCHEMAS[draft];
  ajv.validate(String(metaschema["$id"] ?? metaschema["id"]), schema);
  const [error] = ajv.errors ?? [];
  const { instancePath: path = "", keyword, message, params = {} } = error ?? {};
  const detail = keyword === "enum" ? ` (${Object.values(params).map(String).join(", ")})` : "";
  return { reason: `${message ?? "is not a schema"}${detail}`, paths: [path] };
}

const ajvs = new Map<SchemaDraft, Ajv>();

function newAjv(draft: SchemaDraft): Ajv {
  const options = { strict: false, logger: false, validateSchema: false } as const;
  const ajv = new AJVS[draft]({ ...options, ownProperties: true });
  ajvFormats.default(ajv);
  if (draft === "06") ajv.addMetaSchema(METASCHEMAS[draft][0] ?? {});
  // Ajv's own `uniqueItems` check compares each pair of items, which takes quadratic time.
  return ajv.removeKeyword("uniqueItems").addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    compile: (isUnique: boolean) => (items: readonly JsonValue[]) =>
      !isUnique || new Set(items.map(identityOf)).size === items.length,
  });
}
