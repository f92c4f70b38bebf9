import { isJsonObject, type JsonValue, mapValues } from "../json.ts";

/** Keywords whose numbers may be written as strings. */
const NUMBERS: readonly string[] = [
  ...["minItems", "maxItems", "minLength", "maxLength", "minProperties", "maxProperties"],
];

/**
 * Converts a schema in the OpenAPI 3.0 dialect to JSON Schema; the names of types may be in
 * capitals. JSON Schema is unchanged.
 */
export function asJsonSchema(schema: JsonValue | undefined): JsonValue | undefined {
  if (!isJsonObject(schema)) return schema;
  const { nullable, type, ...others } = schema;
  const name = typeof type === "string" ? type.toLowerCase() : type;
  const canBeNull = nullable === true && typeof name === "string";
  return {
    ...(name !== undefined && { type: canBeNull ? [name, "null"] : name }),
    ...mapValues(others, (value, key) => converted(key, value)),
  };
}

function converted(key: string, value: JsonValue): JsonValue {
  if (NUMBERS.includes(key) && typeof value === "string") return Number(value);
  if (key === "items") return asJsonSchema(value) ?? {};
  if (key === "anyOf" && Array.isArray(value)) return value.map((each) => asJsonSchema(each) ?? {});
  if (key === "properties" && isJsonObject(value))
    return mapValues(value, (each) => asJsonSchema(each) ?? null);
  return value;
}
