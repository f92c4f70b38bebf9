// Runs the tests of SQLite stores, with a Node that has SQLite: this one, or the package node@24. First, the suites in which a
// client or a test changes something: each simulator keeps everything in a file, and has to be the same after a restart. Then
// processes are killed (BATCH_SIM_KILLS sets how many). Arguments select other tests, such as `npm run test:store -- test/state`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const SUITES = [
  "test/state/store-contract",
  "test/store",
  "test/control",
  "test/http",
  "test/scenarios",
];

const jest = fileURLToPath(new URL("../node_modules/jest/bin/jest.js", import.meta.url));
const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;
const [program, first] = hasSqlite ? [process.execPath, []] : ["npx", ["--yes", "node@24"]];
const selected = process.argv.slice(2);
const args = [...first, jest, ...(selected.length === 0 ? SUITES : selected)];
const env = { ...process.env, BATCH_SIM_TEST_STORE: "1" };
const child = spawn(program, args, { stdio: "inherit", env, shell: process.platform === "win32" });
const [code] = await once(child, "close");
process.exit(code ?? 1);
