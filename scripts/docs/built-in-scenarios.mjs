import { clockNotes } from "../../src/scenario/lint/lint-fault.ts";
import { loadBuiltInScenarios } from "../../src/scenario/load/load-scenario.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { builtinScenarioDir } from "../../src/simulator/open-scenario.ts";
import { vocabularyOf } from "../../src/simulator/scenario-vocabulary.ts";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `
Use a built-in scenario by name: \`npx batch-sim --scenario slow-job\`, or \`startSimulator({ scenario: "slow-job" })\`.
The files are in [\`scenarios/\`](../scenarios); copy one to start your own. See [Scenarios](scenarios.md).

Every scenario behaves as described on every [clock](time.md), with the exceptions below the table. For \`bad-rows\`, the
[findings](findings.md) show only whether a client downloads the results again, so your own test has to check how the
client handles the invalid rows.

\`bad-input-file\`, \`error-line-with-null-error\`, and \`output-file-late\` need an [API](other-apis.md) whose inputs are in
files, such as OpenAI's; the others also work with the default API.
`;

const EXCEPTIONS = `On some clocks, these faults hardly affect clients (\`npx batch-sim scenarios\` and \`npx batch-sim lint\` also say so):
`;

/** The page on the scenarios that are included in the package. */
export async function renderBuiltInScenarios() {
  const vocabulary = vocabularyOf(await loadBaseDocument());
  const scenarios = await loadBuiltInScenarios({ builtinDir: builtinScenarioDir(), vocabulary });
  const rows = scenarios.map(({ name, description, goodClient }) => [
    `\`${name}\``,
    description,
    goodClient,
  ]);
  return [
    heading("Built-in scenarios") + INTRODUCTION,
    table(["scenario", "what happens", "what a good client does"], rows),
    EXCEPTIONS,
    ...scenarios.flatMap((scenario) =>
      clockNotes(scenario).map(({ message }) => `- \`${scenario.name}\`: ${message}`),
    ),
    "",
  ].join("\n");
}
