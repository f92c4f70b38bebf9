import apply2019 from "ajv/dist/refs/json-schema-2019-09/meta/applicator.json" with {
  type: "json",
};
import content2019 from "ajv/dist/refs/json-schema-2019-09/meta/content.json" with { type: "json" };
import core2019 from "ajv/dist/refs/json-schema-2019-09/meta/core.json" with { type: "json" };
import format2019 from "ajv/dist/refs/json-schema-2019-09/meta/format.json" with { type: "json" };
import meta2019 from "ajv/dist/refs/json-schema-2019-09/meta/meta-data.json" with { type: "json" };
import valid2019 from "ajv/dist/refs/json-schema-2019-09/meta/validation.json" with {
  type: "json",
};
import schema2019 from "ajv/dist/refs/json-schema-2019-09/schema.json" with { type: "json" };
import apply2020 from "ajv/dist/refs/json-schema-2020-12/meta/applicator.json" with {
  type: "json",
};
import content2020 from "ajv/dist/refs/json-schema-2020-12/meta/content.json" with { type: "json" };
import core2020 from "ajv/dist/refs/json-schema-2020-12/meta/core.json" with { type: "json" };
import format2020 from "ajv/dist/refs/json-schema-2020-12/meta/format-annotation.json" with {
  type: "json",
};
import meta2020 from "ajv/dist/refs/json-schema-2020-12/meta/meta-data.json" with { type: "json" };
import rest2020 from "ajv/dist/refs/json-schema-2020-12/meta/unevaluated.json" with {
  type: "json",
};
import valid2020 from "ajv/dist/refs/json-schema-2020-12/meta/validation.json" with {
  type: "json",
};
import schema2020 from "ajv/dist/refs/json-schema-2020-12/schema.json" with { type: "json" };
import draft06 from "ajv/dist/refs/json-schema-draft-06.json" with { type: "json" };
import draft07 from "ajv/dist/refs/json-schema-draft-07.json" with { type: "json" };
import draft04 from "ajv-draft-04/dist/refs/json-schema-draft-04.json" with { type: "json" };
import { limitedBudget } from "../budget.ts";
import { cached } from "../cached.ts";
import type { JsonObject } from "../json.ts";
import { createPatterns } from "../regex/patterns.ts";
import type { SchemaDraft } from "../source/normalize.ts";
import { SubSchemas } from "../source/part.ts";
import { type FindDocument, Registry } from "../source/registry.ts";
import type { Schema } from "../source/schema.ts";
import type { Check } from "./check.ts";
import { createChecks } from "./create-checks.ts";

/** Each draft's metaschema, followed by the schemas that it refers to. */
export const METASCHEMAS: { readonly [draft in SchemaDraft]: readonly JsonObject[] } = {
  "04": [draft04],
  "06": [draft06, draft07],
  "07": [draft07],
  "2019-09": [
    ...[schema2019, apply2019, content2019, core2019],
    ...[format2019, meta2019, valid2019],
  ],
  "2020-12": [
    ...[schema2020, apply2020, content2020, core2020],
    ...[format2020, meta2020, rest2020, valid2020],
  ],
};

/** Finds a draft's metaschema by URI; undefined for other URIs. */
export function findMetaschema(draft: SchemaDraft): FindDocument {
  return (uri) =>
    METASCHEMAS[draft].find((each) => String(each["$id"] ?? each["id"]).replace(/#$/, "") === uri);
}

const checks = new Map<SchemaDraft, Check>();

export function conformsToMetaschema(schema: Schema, draft: SchemaDraft): boolean {
  return cached(checks, draft, metaCheck)(schema, { steps: Infinity });
}

function metaCheck(draft: SchemaDraft): Check {
  const [metaschema = {}] = METASCHEMAS[draft];
  const known = new Registry(metaschema, findMetaschema(draft));
  const subSchemas = new SubSchemas(metaschema, known);
  const patterns = createPatterns(limitedBudget(Infinity));
  return createChecks(subSchemas, patterns, false).of(subSchemas.root);
}
