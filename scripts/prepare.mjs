// Builds dist/ unless it is up to date. npm runs this after an installation, before packing, and again when `npx batch-sim`
// links a clone, which must not take as long as a build.
import { isBuilt } from "./built-from.mjs";

if (!(await isBuilt())) {
  process.stderr.write("batch-sim: building dist/, which takes about half a minute\n");
  await import("./build.mjs");
}
