import { renderFindingIds } from "./findings.mjs";
import { formatted } from "./read-verbs.mjs";
import { Types } from "./response-schemas.mjs";

/** Files that are made from the table of findings and from the types of reports. */
export const REPORT_SCHEMAS = [
  { path: "src/findings/finding-id.ts", render: renderFindingIds },
  schemaFile("findings", "report-of", {
    Finding: { title: "A finding of batch-sim's report" },
    Report: {
      title: "batch-sim's report on what a simulator's clients did wrong, and what they used",
    },
  }),
  schemaFile("explore", "explore-report", { ExploreReport: headOf("explore", "exploration") }),
  schemaFile("verify", "verify-report", { VerifyReport: headOf("verify", "verification") }),
];

function headOf(name, noun) {
  const $id = `https://unpkg.com/batch-sim/dist/${name}.schema.json`;
  return { $id, title: `batch-sim ${noun}` };
}

/** A file with the JSON Schemas of types, each with what it begins with. */
function schemaFile(part, source, heads) {
  const folder = `src/${part}/report`;
  const path = `${folder}/${part === "findings" ? "report" : part}-schema.ts`;
  const render = () => {
    const types = new Types();
    const schemas = Object.entries(heads).map(([type, head]) => {
      const { name } = types.read(`${folder}/${source}.ts`, type);
      const own = JSON.stringify({ $schema: DIALECT, ...head }).slice(1, -1);
      const exported = `${name.replace(/_.*/, "")}_SCHEMA`;
      return `/** The JSON Schema of \`${type}\`. */\nexport const ${exported}: JsonObject = { ${own}, ...${name} };\n`;
    });
    const imports = 'import type { JsonObject } from "../../core/json.ts";\n';
    return formatted(path, [NOTE, imports, ...types.constants(), ...schemas]);
  };
  return { path, render };
}

const NOTE = "// Generated from the types: `npm run docs`.";
const DIALECT = "https://json-schema.org/draft/2020-12/schema";
