import { loadBuiltInScenarios } from "../../src/scenario/load/load-scenario.ts";
import { loadBaseDocument } from "../../src/simulator/base-document.ts";
import { builtinScenarioDir, vocabularyOf } from "../../src/simulator/open-scenario.ts";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `
Use a built-in scenario by name: \`npx batch-sim --scenario slow-job\`, or \`startSimulator({ scenario: "slow-job" })\`.
The files are in [\`scenarios/\`](../scenarios); copy one to start your own. See [Scenarios](scenarios.md).

Every scenario shows what it promises on every [clock](time.md), with these exceptions:

- \`rate-limited\` needs more than two requests per second of simulated time. On a scaled clock, few clients are that fast.
  On \`poll\` and \`poll:5s\`, a client that polls between its other requests does not reach the limit, because each poll
  moves the clock; only three requests in a row do.
- \`slow-download\` is slow in simulated time. Only a \`real\` or a moderately scaled clock makes a client wait; on a \`poll\`
  clock, the download itself moves the clock.
- \`bad-rows\` is about what a client does with the rows, which the findings can't see on any clock: assert it in the test.
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
  ].join("\n");
}
