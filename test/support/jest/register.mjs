// Runs first in each of jest's workers.
import { register } from "node:module";

register("./hooks.mjs", import.meta.url);
// So that stacks name the lines of TypeScript.
process.setSourceMapsEnabled(true);
