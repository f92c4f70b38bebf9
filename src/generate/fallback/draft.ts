import { canonicalJson, type JsonObject, type JsonValue } from "../../core/json.ts";
import { fromEntries, mapSchemas } from "./walk.ts";

/** The drafts of JSON Schema that differ for a validator; draft 06 is read as draft 07. */
export type Draft = "2020-12" | "2019-09" | "07" | "04";

const ALL_DRAFTS: readonly Draft[] = ["2020-12", "2019-09", "07", "04"];

const DROPPED: ReadonlySet<string> = new Set(["$schema", "$async", "nullable", "id"]);

/** The drafts to read a schema by, likeliest first: the one that `$schema` names, else all. */
export function draftsOf(schema: JsonObject): readonly Draft[] {
  const named = typeof schema["$schema"] === "string" ? schema["$schema"] : "";
  if (named.includes("2020-12")) return ["2020-12"];
  if (named.includes("2019-09")) return ["2019-09"];
  if (/draft-0[67]/.test(named)) return ["07"];
  return /draft-0[34]/.test(named) ? ["04", "07"] : ALL_DRAFTS;
}

/**
 * A schema as a validator takes it: draft 04 rewritten as draft 07; without what makes the validator
 * stumble and means nothing to it (`$schema`, `$async`, `nullable`, an old `id`, doubled enum values).
 */
export function normalize(schema: JsonObject, draft: Draft): JsonObject {
  return mapSchemas(schema, (sub) => {
    const modern = draft === "04" ? upgradeDraft04(sub) : sub;
    const kept = Object.entries(modern).filter(([keyword]) => !DROPPED.has(keyword));
    return fromEntries(kept.map(([keyword, value]) => [keyword, tidy(keyword, value)]));
  });
}

function tidy(keyword: string, value: JsonValue): JsonValue {
  if (keyword !== "enum" || !Array.isArray(value)) return value;
  const byText = new Map(value.map((item: JsonValue) => [canonicalJson(item), item]));
  return [...byText.values()];
}

function upgradeDraft04(schema: JsonObject): JsonObject {
  let upgraded = schema;
  for (const [exclusive, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    if (typeof upgraded[exclusive] !== "boolean") continue;
    const { [exclusive]: isExclusive, [bound]: limit, ...rest } = upgraded;
    const key = isExclusive === true ? exclusive : bound;
    upgraded = limit === undefined ? rest : { ...rest, [key]: limit };
  }
  if (typeof upgraded["id"] !== "string" || upgraded["$id"] !== undefined) return upgraded;
  const { id, ...rest } = upgraded;
  return { $id: id, ...rest };
}
