import { isJsonObject, type JsonObject } from "../core/json.ts";
import { type DataProblem, describeValue, formatPath } from "../yaml/data-path.ts";
import { type Form, objectOf, reading, scalar } from "./form.ts";
import { type OptionTexts, textOf } from "./option-row.ts";
import { OPTION_ROWS, type Options } from "./option-table.ts";
import { misfitMessage } from "./wording.ts";

const FORMAT: Form<1> = scalar({
  expected: "`1`, the only format that this version of batch-sim reads",
  schema: { const: 1 },
  accept: (data) => (data === 1 ? data : undefined),
});

export const PROJECT_ROWS = OPTION_ROWS.filter(([, row]) => row.isInProjectFile);

const PROJECT: Form<Readonly<Record<string, unknown>>> = objectOf({
  format: FORMAT,
  ...Object.fromEntries(PROJECT_ROWS.map(([name, { form }]) => [name, form])),
});

type ProjectCheck = { readonly options: Options; readonly problems: readonly DataProblem[] };

export function checkProject(data: unknown): ProjectCheck {
  if (!isJsonObject(data)) {
    const message = `Expected the project file to be an object, got ${describeValue(data)}.`;
    return { options: {}, problems: [{ path: [], at: "value", message }] };
  }
  const { value, misfits } = reading(PROJECT, data);
  const problems = misfits.map((misfit) => {
    const { path, at } = misfit;
    return { path, at, message: misfitMessage(misfit, formatPath(path), "key") };
  });
  const { format: _, ...options } = value ?? {};
  return { options: problems.length === 0 ? options : {}, problems };
}

/** The JSON Schema (2020-12) of a project file, for editors, generated from the options. */
export function projectSchema(texts: OptionTexts): JsonObject {
  return {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    $id: "https://unpkg.com/batch-sim/dist/project.schema.json",
    title: "batch-sim project file",
    description:
      "Options for `batch-sim exec` and `batch-sim explore`; `record` and `verify` read only `api` and `overlays`.",
    type: "object",
    properties: {
      format: { ...FORMAT.schema, description: "Version of the project file format: 1." },
      ...Object.fromEntries(
        PROJECT_ROWS.map(([name, row]) => {
          const { about, default: fallback } = textOf(texts, [name, row]);
          const description = `${about}${fallback === "" ? "" : ` (default: ${fallback})`}`;
          return [name, { ...row.form.schema, description }];
        }),
      ),
    },
    additionalProperties: false,
  };
}
