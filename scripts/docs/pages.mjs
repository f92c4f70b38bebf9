import { renderAssumptions } from "./assumptions.mjs";
import { renderBuiltInScenarios } from "./built-in-scenarios.mjs";
import { renderCli } from "./cli.mjs";
import { renderControlVerbs } from "./control-verbs.mjs";
import { renderErrors } from "./errors.mjs";
import { FAULT_TABLES } from "./fault-tables.mjs";
import { renderFaults } from "./faults.mjs";
import { FINDING_TABLES, renderFindings } from "./findings.mjs";
import { renderInterface } from "./interface.mjs";
import { renderOptions } from "./options.mjs";
import { renderPythonClient } from "./python-client.mjs";
import { renderResponseShapes } from "./response-shapes.mjs";
import { renderScenarioInput } from "./scenario-input.mjs";
import { renderScenarioReference } from "./scenario-reference.mjs";
import { renderTemplateValues } from "./template-values.mjs";
import { VERB_TABLES } from "./verb-tables.mjs";

/**
 * Every generated page: its path from the root of the checkout, and the function that returns its
 * text (or a promise of it). To add a page, write scripts/docs/<page>.mjs, add a row here, and run
 * `npm run docs`.
 */
export const PAGES = [
  ...VERB_TABLES,
  ...FAULT_TABLES,
  ...FINDING_TABLES,
  { path: "docs/assumptions.md", render: renderAssumptions },
  { path: "docs/built-in-scenarios.md", render: renderBuiltInScenarios },
  { path: "docs/cli.md", render: renderCli },
  { path: "docs/control-verbs.md", render: renderControlVerbs },
  { path: "docs/errors.md", render: renderErrors },
  { path: "docs/faults.md", render: renderFaults },
  { path: "docs/findings.md", render: renderFindings },
  { path: "docs/interface.md", render: renderInterface },
  { path: "docs/options.md", render: renderOptions },
  { path: "docs/response-shapes.md", render: renderResponseShapes },
  { path: "docs/scenario-reference.md", render: renderScenarioReference },
  { path: "integrations/python/src/batch_sim/_verbs.py", render: renderPythonClient },
  { path: "src/core/scenario-input.ts", render: renderScenarioInput },
  { path: "docs/template-values.md", render: renderTemplateValues },
];
