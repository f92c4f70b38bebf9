import type { JsonObject, JsonValue } from "../core/json.ts";
import { compileChecked } from "./check/schema-checker.ts";

/** The first problem with a row's content, as one sentence; undefined if it is valid. */
export type RowProblem = (value: JsonValue) => string | undefined;

/** Compiles the schema of a row's content, which has been checked. */
export async function createRowProblem(
  document: JsonObject,
  schema: JsonObject,
): Promise<RowProblem> {
  const validate = await compileChecked(document, schema);
  return (value) => {
    if (validate(value)) return undefined;
    const [error] = validate.errors ?? [];
    if (error === undefined) return undefined;
    const { instancePath, message = "is invalid" } = error;
    const place = instancePath === "" ? "" : `${instancePath.slice(1).replaceAll("/", ".")}: `;
    return `${place}${message}`;
  };
}
