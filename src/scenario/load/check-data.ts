import type { Scenario } from "../../core/scenario.ts";
import type { DataProblem } from "../data-problem.ts";
import { expectation } from "../grammar/expectation.ts";
import { scenarioFile } from "../grammar/scenario.ts";
import { crossCheck } from "./cross-check.ts";
import { explainIssues } from "./explain-issues.ts";
import type { ParseOptions } from "./parse-options.ts";

/** The scenario that data stands for, and all that is wrong with it; without a scenario there is a problem. */
export async function checkData(
  data: unknown,
  { file, vocabulary, files, schemaProblem = () => undefined }: ParseOptions,
): Promise<{ readonly scenario?: Scenario; readonly problems: readonly DataProblem[] }> {
  const grammar = scenarioFile({
    vocabulary,
    defaultName: nameOf(file),
    ...(files && { files }),
  });
  const result = grammar.safeParse(data, { error: expectation });
  const further = await crossCheck(data, schemaProblem);
  if (result.success) return { scenario: result.data, problems: further };
  return { problems: [...explainIssues(result.error.issues, data), ...further] };
}

function nameOf(file: string): string {
  const base = file.replace(/^.*[\\/]/, "");
  return base.replace(/\.ya?ml$/, "") || "scenario";
}
