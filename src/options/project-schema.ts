import type { JsonObject } from "../core/json.ts";
import { fallbackText } from "./option-row.ts";
import { FORMAT, PROJECT_ROWS } from "./project.ts";

/**
 * The JSON Schema (2020-12) of a project file, for editors, generated from the table of options.
 */
export const PROJECT_SCHEMA: JsonObject = {
  $schema: "https://json-schema.org/draft/2020-12/schema",
  $id: "https://unpkg.com/batch-sim/dist/project.schema.json",
  title: "batch-sim project file",
  description: "Options of `batch-sim exec` and `batch-sim explore`.",
  type: "object",
  properties: {
    format: { ...FORMAT.schema, description: "Version of the grammar of project files." },
    ...Object.fromEntries(
      PROJECT_ROWS.map(([name, row]) => {
        const fallback = fallbackText(row);
        const description = `${row.about}${fallback === "" ? "" : ` (default: ${fallback})`}`;
        return [name, { ...row.form.schema, description }];
      }),
    ),
  },
  additionalProperties: false,
};
