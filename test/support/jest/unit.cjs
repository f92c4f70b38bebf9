// Jest's `--filter` for `npm run test:unit`: the test files that need neither a server nor the built program, by what they import.
const { readFileSync } = require("node:fs");
const { dirname, resolve } = require("node:path");

const NEEDS_MORE = /^(node:(child_process|net|http|https)|@duckdb\/.*|supertest)$/;
const STARTS =
  /\/src\/(index|cli)\.ts$|\/src\/(simulator\/serve|http\/|cli\/)|\/test\/(cli\/dist|public-types|schema\/guard\/guarded-worker|codec\/parquet-workers)\./;

/** Whether a test file, or a module under test/ that it imports, needs a server or another process. */
function needsMore(file) {
  if (STARTS.test(file)) return true;
  const imports = readFileSync(file, "utf8").matchAll(/^(?:import|\} from) ?.*?"([^"]+)";$/gm);
  return [...imports].some(([, name]) => {
    if (!name.startsWith(".")) return NEEDS_MORE.test(name);
    const path = resolve(dirname(file), name);
    return path.includes("/src/") ? STARTS.test(path) : needsMore(path);
  });
}

module.exports = (files) => ({ filtered: files.filter((file) => !needsMore(file)) });
