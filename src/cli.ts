#!/usr/bin/env node
import module from "node:module";

// The oldest supported version does not have it, nor do its types.
const { enableCompileCache } = module as unknown as { enableCompileCache?: () => void };
// Node 22.1 and later keep compiled code in the system's folder for temporary files, which shortens each start after the first.
enableCompileCache?.();

void import("./cli/run.ts")
  .then(({ run }) => run(process.argv.slice(2)))
  .then((code) => process.exit(code));
