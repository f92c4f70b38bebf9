import { FINDING_IDS, FINDING_TABLE } from "../../src/findings/finding-table.ts";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `
A finding is one thing that the report says about your client. [CI](ci.md#findings) explains when findings fail a run,
and how to expect one on purpose. \`info\` findings never fail a run unless you set \`strict\`.
`;

/** The page on the findings: what each means, and what to do about it. */
export function renderFindings() {
  const rows = FINDING_IDS.map((id) => {
    const { severity, meaning, cure } = FINDING_TABLE[id];
    return [`\`${id}\``, severity, meaning, cure];
  });
  return [
    heading("Findings") + INTRODUCTION,
    table(["id", "severity", "meaning", "what to do"], rows),
  ].join("\n");
}
