import type { Scenario } from "../../core/scenario.ts";
import { expectation } from "../grammar/expectation.ts";
import { scenarioFile } from "../grammar/scenario.ts";
import type { Problem } from "../problem.ts";
import { crossCheck } from "./cross-check.ts";
import { explain } from "./explain.ts";
import type { ParseOptions } from "./parse-options.ts";

/** The scenario that data stands for, and all that is wrong with it; without a scenario there is a problem. */
export async function checkData(
  data: unknown,
  { file, vocabulary, files, schemaProblem = () => undefined }: ParseOptions,
): Promise<{ readonly scenario?: Scenario; readonly problems: readonly Problem[] }> {
  const grammar = scenarioFile({
    vocabulary,
    defaultName: nameOf(file),
    ...(files && { files }),
  });
  const result = grammar.safeParse(data, { error: expectation });
  const further = await crossCheck(data, schemaProblem);
  if (result.success) return { scenario: result.data, problems: further };
  return { problems: [...explain(result.error.issues, data), ...further] };
}

function nameOf(file: string): string {
  const base = file.replace(/^.*[\\/]/, "");
  return base.replace(/\.ya?ml$/, "") || "scenario";
}
