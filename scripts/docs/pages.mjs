import { renderCli } from "./cli.mjs";
import { renderControlVerbs } from "./control-verbs.mjs";
import { renderOptions } from "./options.mjs";

/**
 * Every generated page: its path from the root of the checkout, and the function that returns its text (or a promise of it).
 * To add a page, write scripts/docs/<page>.mjs, add a row here, and run `npm run docs`.
 */
export const PAGES = [
  { path: "docs/cli.md", render: renderCli },
  { path: "docs/control-verbs.md", render: renderControlVerbs },
  { path: "docs/options.md", render: renderOptions },
];
