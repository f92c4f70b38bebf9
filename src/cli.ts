#!/usr/bin/env node
import module from "node:module";

// The oldest supported version of Node lacks `enableCompileCache`, and Node's types omit it.
const { enableCompileCache } = module as unknown as { enableCompileCache?: () => void };
// Caches compiled code in the system's temporary folder (Node 22.1+), so later starts are faster.
enableCompileCache?.();

void import("./cli/run.ts")
  .then(({ run }) => run(process.argv.slice(2)))
  .then((code) => process.exit(code));
