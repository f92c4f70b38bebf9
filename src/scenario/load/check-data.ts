import type { Scenario } from "../../core/scenario.ts";
import type { DataProblem } from "../../yaml/data-path.ts";
import { expectation } from "../grammar/expectation.ts";
import { scenarioFile } from "../grammar/scenario-file.ts";
import { crossCheck } from "./cross-check.ts";
import { explainIssues } from "./explain-issues.ts";
import type { ParseOptions } from "./parse-options.ts";

/** The scenario that data describes, or its problems: at least one if there is no scenario. */
export type DataCheck = {
  readonly scenario?: Scenario;
  readonly problems: readonly DataProblem[];
};

/** Checks the data of scenarios; making the check takes much longer than applying it. */
export function dataChecker({
  file,
  vocabulary,
  files,
}: ParseOptions): (data: unknown) => Promise<DataCheck> {
  const grammar = scenarioFile({
    vocabulary,
    defaultName: nameOf(file),
    ...(files && { files }),
  });
  return async (data) => {
    const result = grammar.safeParse(data, { error: expectation });
    const further = await crossCheck(data);
    if (result.success) return { scenario: result.data, problems: further };
    return { problems: [...explainIssues(result.error.issues, data), ...further] };
  };
}

function nameOf(file: string): string {
  const base = file.replace(/^.*[\\/]/, "");
  return base.replace(/\.ya?ml$/, "") || "scenario";
}
