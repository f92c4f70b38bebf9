/** The files that have a JSON Schema, by the names that `batch-sim schema` takes. */
export const SCHEMA_NAMES = ["scenario", "project", "report"] as const;
