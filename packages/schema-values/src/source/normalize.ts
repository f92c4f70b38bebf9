import { identityOf, type JsonObject, type JsonValue } from "../json.ts";
import { mapSchemas, words } from "./keywords.ts";
import { keyword, type Schema, textOf } from "./schema.ts";

export type SchemaDraft = "04" | "06" | "07" | "2019-09" | "2020-12";

/** A way to read a schema: the draft, and whether to use the schema's identifiers. */
export type Reading = { readonly draft: SchemaDraft; readonly hasIds: boolean };

/** The readings to try: the draft that `$schema` names, or all drafts except 06, newest first. */
export function readingsOf(schema: Schema): readonly Reading[] {
  const uri = textOf(schema, "$schema") ?? "";
  const match = /json-schema\.org\/(?:draft\/(2019-09|2020-12)|draft-(04|06|07))\//.exec(uri);
  const named = (match?.[1] ?? match?.[2]) as SchemaDraft | undefined;
  const drafts: readonly SchemaDraft[] = named ? [named] : ["2020-12", "2019-09", "07", "04"];
  return drafts.flatMap((draft) => [true, false].map((hasIds) => ({ draft, hasIds })));
}

/** Keywords that drafts 04 to 07 ignore. */
const NEW_IN_2019 = words(
  "$dynamicRef $recursiveRef dependentRequired dependentSchemas maxContains minContains unevaluatedItems unevaluatedProperties",
);

/** A copy with the same meaning in every draft; drops keywords that the schema's draft ignores. */
export function normalize(schema: Schema, reading: Reading): Schema {
  if (typeof schema === "boolean") return schema;
  return mapSchemas(schema, (sub) => {
    const entries = Object.entries(sub).filter(([name]) => !isDropped(sub, name, reading));
    return Object.fromEntries(entries.map(([name, value]) => renewed(sub, name, value)));
  });
}

function isDropped(schema: JsonObject, name: string, { draft, hasIds }: Reading): boolean {
  const isOld = draft === "04" || draft === "06" || draft === "07";
  if (name === "$id" || name === "id") {
    // Before draft 2019-09, everything next to `$ref` is ignored, including an `$id`.
    const isIgnored = isOld && keyword(schema, "$ref") !== undefined;
    return name !== (draft === "04" ? "id" : "$id") || !hasIds || isIgnored;
  }
  if (name === "prefixItems") return draft !== "2020-12";
  return name === "$schema" || name === "nullable" || (isOld && NEW_IN_2019.has(name));
}

function renewed(schema: JsonObject, name: string, value: JsonValue): [string, JsonValue] {
  if (name === "id") return ["$id", value];
  if (name === "type" && isNullAlone(schema)) return [name, "null"];
  if (name !== "enum" || !Array.isArray(value)) return [name, value];
  const seen = new Set<ReturnType<typeof identityOf>>();
  return [name, value.filter((it) => seen.size < seen.add(identityOf(it)).size)];
}

/** Whether `nullable` is true and null is the only value. Otherwise, `nullable` is ignored. */
function isNullAlone(schema: JsonObject): boolean {
  if (keyword(schema, "nullable") !== true) return false;
  const values = keyword(schema, "enum") ?? [keyword(schema, "const")];
  return Array.isArray(values) && values.length > 0 && values.every((it) => it === null);
}
