// Builds dist/: the program without dependencies, so that `npx batch-sim` installs one package and starts
// quickly, and data that it would otherwise parse or compile at each start.
import { rm } from "node:fs/promises";
import { forgetBuilt, hashOfSources, noteBuilt } from "./built-from.mjs";
import { bundleProgram } from "./bundle-program.mjs";
import { bundleViewer } from "./bundle-viewer.mjs";
import { writeData } from "./write-data.mjs";
import { writeDeclarations } from "./write-declarations.mjs";
import { writeLicenses } from "./write-licenses.mjs";

const hash = await hashOfSources();
await forgetBuilt();
await rm("dist", { recursive: true, force: true });
const [program, viewer] = await Promise.all([bundleProgram(), bundleViewer()]);
await Promise.all([writeData(), writeLicenses([program, viewer]), writeDeclarations()]);
await noteBuilt(hash);
