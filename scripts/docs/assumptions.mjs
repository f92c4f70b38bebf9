import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { assumptionsOf } from "../../src/spec/assumptions-of.ts";
import { partLink } from "./findings.mjs";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `
The [interface document](interface.md) leaves these questions open. For each question, the table shows the related
part of the document, batch-sim's default, and the alternatives. A value marked as a deviation contradicts the document.
All other values conform to it.

To choose an alternative, set it in a scenario:

\`\`\`yaml
name: accepted-with-202
assumptions: { create-status: 202, retention: 24h }
\`\`\`

\`npx batch-sim assumptions\` prints the values in effect and where each one comes from: the default, an
[overlay](overlays.md), or the scenario. The scenario takes precedence.
`;

const code = (value) => `\`${String(value)}\``;

/** The page on the assumptions: each question, the default, and the alternatives. */
export async function renderAssumptions() {
  const rows = assumptionsOf(await loadBaseDocument()).map((entry) => {
    const others = [
      ...entry.alternatives.map(code),
      ...entry.deviations.map((value) => `${code(value)} (a deviation)`),
    ];
    return [
      code(entry.id),
      entry.question,
      partLink(entry.section),
      code(entry.default),
      others.join(", ") || "–",
    ];
  });
  return [
    heading("Assumptions") + INTRODUCTION,
    table(["id", "question", "part", "default", "alternatives"], rows),
  ].join("\n");
}
