import { SimulatorError } from "../core/errors.ts";
import type { ArgumentsOf, VerbName } from "./verb.ts";

/** The arguments of a verb, checked. Rejects with a SimulatorError of all problems; the grammar is loaded at the first use. */
export async function readArguments<Name extends VerbName>(
  name: Name,
  given: unknown,
): Promise<ArgumentsOf<Name>> {
  const { ARGUMENT_GRAMMAR } = await import("./argument-grammar.ts");
  const { expectation } = await import("../scenario/grammar/expectation.ts");
  const result = ARGUMENT_GRAMMAR[name].safeParse(given, { error: expectation });
  if (result.success) return result.data as ArgumentsOf<Name>;
  const { explain } = await import("../scenario/load/explain.ts");
  const { formatPath } = await import("../yaml/data-path.ts");
  const issues = explain(result.error.issues, given).map(({ path, message }) => {
    const place = formatPath(path);
    return { path: place, message: place === "" ? message : `\`${place}\`: ${message}` };
  });
  throw new SimulatorError("SIM_ARGUMENT", issues.map(({ message }) => message).join("\n"), {
    issues,
  });
}
