// Writes every generated page of docs/ (`npm run docs`). test/docs/generated.test.ts fails if a page is stale.
import { writeFile } from "node:fs/promises";
import { register } from "node:module";

// The generators import the program's own tables, which are TypeScript.
register("./typescript-hooks.mjs", import.meta.url);

const { FAULT_TABLES } = await import("./docs/fault-tables.mjs");
const { VERB_TABLES } = await import("./docs/verb-tables.mjs");
const { FINDING_TABLES } = await import("./docs/findings.mjs");
for (const { path, render } of [...FINDING_TABLES, ...FAULT_TABLES, ...VERB_TABLES])
  await writeFile(path, render());

const { PAGES } = await import("./docs/pages.mjs");
for (const { path, render } of PAGES) await writeFile(path, await render());
