/** Keywords whose value is one schema for the value or a part of it. */
export const SCHEMA_KEYWORDS: ReadonlySet<string> = new Set([
  "additionalItems",
  "additionalProperties",
  "contains",
  "contentSchema",
  "else",
  "if",
  "items",
  "not",
  "propertyNames",
  "then",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords whose value is, or may be, a list of schemas. */
export const LIST_KEYWORDS: ReadonlySet<string> = new Set([
  "allOf",
  "anyOf",
  "items",
  "oneOf",
  "prefixItems",
]);

/** Keywords whose value maps names to schemas for the value or a part of it. */
export const MAP_KEYWORDS: ReadonlySet<string> = new Set([
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

/** Keywords whose value maps names to schemas that apply only if referred to. */
export const DEFINITION_KEYWORDS: ReadonlySet<string> = new Set(["$defs", "definitions"]);
