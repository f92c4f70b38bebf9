// Builds dist/: the program without dependencies, so that `npx batch-sim` installs one package and starts
// quickly, and data that it would otherwise parse or compile at each start.
import { rm } from "node:fs/promises";
import { register } from "node:module";
import { forgetBuilt, hashOfSources, noteBuilt } from "./built-from.mjs";
import { bundleViewer } from "./bundle-viewer.mjs";
import { writeDeclarations } from "./write-declarations.mjs";

// These import the program's own modules, which are TypeScript.
register("./typescript-hooks.mjs", import.meta.url);
const { bundleProgram } = await import("./bundle-program.mjs");
const { writeData } = await import("./write-data.mjs");
const { writeLicenses } = await import("./write-licenses.mjs");

const hash = await hashOfSources();
await forgetBuilt();
await rm("dist", { recursive: true, force: true });
const [program, viewer] = await Promise.all([bundleProgram(), bundleViewer()]);
await Promise.all([writeData(), writeLicenses([program, viewer]), writeDeclarations()]);
await noteBuilt(hash);
