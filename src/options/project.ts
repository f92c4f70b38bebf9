import { type DataProblem, describeValue, formatPath } from "../yaml/data-path.ts";
import { isObject, objectOf } from "./compound-forms.ts";
import { type Form, scalar } from "./form.ts";
import { OPTION_ROWS, type Options } from "./option-table.ts";
import { misfitMessage } from "./wording.ts";

/** The version of the project file's grammar. */
export const FORMAT: Form<1> = scalar({
  expected: "`1`, the only format that this version reads",
  schema: { const: 1 },
  accept: (data) => (data === 1 ? data : undefined),
});

/** The options that are keys of a project file, in the order of the documentation. */
export const PROJECT_ROWS = OPTION_ROWS.filter(([, row]) => row.isInProjectFile);

const KEYS: Readonly<Record<string, Form<unknown>>> = {
  format: FORMAT,
  ...Object.fromEntries(PROJECT_ROWS.map(([name, { form }]) => [name, form])),
};
const PROJECT: Form<Readonly<Record<string, unknown>>> = objectOf(KEYS);

/** The options in a project file's data, or all of its problems. */
export function checkProject(data: unknown): {
  readonly options: Options;
  readonly problems: readonly DataProblem[];
} {
  if (!isObject(data)) {
    const message = `Expected the project file to be an object, got ${describeValue(data)}.`;
    return { options: {}, problems: [{ path: [], at: "value", message }] };
  }
  const reading = PROJECT.read(data);
  if ("value" in reading) {
    const { format: _, ...options } = reading.value;
    return { options, problems: [] };
  }
  const problems = reading.misfits.map((misfit) => {
    const { path, at } = misfit;
    return { path, at, message: misfitMessage(misfit, formatPath(path), "key") };
  });
  return { options: {}, problems };
}
