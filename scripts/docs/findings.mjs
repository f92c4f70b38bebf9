import { FINDING_IDS, FINDING_TABLE } from "../../src/findings/finding-table.ts";
import { interfaceAnchor } from "../../src/findings/report/summary-text.ts";
import { heading, table } from "./markdown.mjs";

const INTRODUCTION = `
A finding is an observation about your client, listed in the report. [CI](ci.md#findings) explains when findings fail a
run, and how to declare a finding that a test provokes on purpose. *Part* is the part of the
[interface document](interface.md) on which a finding is based. With the option \`strict\`, \`info\` findings count as
warnings; otherwise, they don't fail a run.

In [APIs](other-apis.md) whose rows can fail individually, an invalid row fails with the API's own error. It is not a
finding, because a test may send such a row on purpose.
`;

/** The file that `npm run docs` writes from the table of findings. */
export const FINDING_TABLES = [{ path: "src/findings/finding-id.ts", render: renderFindingIds }];

/** The type of the findings' IDs, from their table. */
function renderFindingIds() {
  const ids = FINDING_IDS.map((id) => `  | ${JSON.stringify(id)}`);
  return `// Written by \`npm run docs\` from the table of findings.\n
/** The ID of a kind of finding. */
export type FindingId =\n${ids.join("\n")};\n`;
}

/** The page on the findings: what each means, and what to do about it. */
export function renderFindings() {
  const rows = FINDING_IDS.map((id) => {
    const { severity, meaning, cure, section } = FINDING_TABLE[id];
    return [`\`${id}\``, severity, meaning, cure, partLink(section)];
  });
  return [
    heading("Findings") + INTRODUCTION,
    table(["id", "severity", "meaning", "what to do", "part"], rows),
  ].join("\n");
}

/** A link to the part of the interface document with a given number; a dash if there is none. */
export function partLink(section) {
  return section === undefined ? "–" : `[${section}](interface.md#${interfaceAnchor(section)})`;
}
