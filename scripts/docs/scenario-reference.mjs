import { heading, table } from "./markdown.mjs";
import { SCENARIO_EXAMPLES } from "./scenario-examples.mjs";
import { documentedKeys } from "./scenario-keys.mjs";

const INTRODUCTION = `
This page lists the keys that a scenario file can have, each with an example. \`[]\` stands for an item of a list, and \`<id>\`
for a key that you choose. For a guide, see [Scenarios](scenarios.md). [Faults](faults.md) explains when a fault occurs
and what the client sees.
`;

/** The page about a scenario's keys. Throws if a key has no example, or if an example's key doesn't exist. */
export async function renderScenarioReference() {
  const keys = await documentedKeys();
  const known = new Set(keys.map(([path]) => path));
  const wrong = [
    ...[...known].filter((path) => !(path in SCENARIO_EXAMPLES)),
    ...Object.keys(SCENARIO_EXAMPLES).filter((path) => !known.has(path)),
  ];
  if (wrong.length > 0)
    throw new Error(`Examples of scenario keys are wrong: ${wrong.join(", ")}.`);
  const rows = keys.map(([path, about]) => [
    `\`${path}\``,
    about,
    `\`${SCENARIO_EXAMPLES[path]}\``,
  ]);
  return [
    heading("Scenario reference") + INTRODUCTION,
    table(["key", "meaning", "example"], rows),
  ].join("\n");
}
