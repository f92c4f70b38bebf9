import type { JsonObject } from "../core/json.ts";
import type { RowProblem } from "../core/service-rules.ts";
import { compileChecked } from "./check/schema-checker.ts";

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
