#!/usr/bin/env node
import module from "node:module";

// The oldest supported version of Node lacks `enableCompileCache`, and its types don't declare it.
const { enableCompileCache } = module as unknown as { enableCompileCache?: () => void };
// Node 22.1 and later cache compiled code in the system's temporary folder; that speeds up every
// start after the first.
enableCompileCache?.();

void import("./cli/run.ts")
  .then(({ run }) => run(process.argv.slice(2)))
  .then((code) => process.exit(code));
