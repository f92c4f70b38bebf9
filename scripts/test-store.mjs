// Runs the tests of stores: `npm run test:store` all of them, `-- sqlite` or `-- postgres` those of one store. Arguments after
// that select other tests, such as `-- postgres test/control`. First, the suites in which a client or a test changes something:
// each simulator keeps everything in the store, and has to be the same after a restart. Then processes are killed.
//
// SQLite needs a Node that has it: this one, or the package node@24. PostgreSQL has to be installed; a server of its own is started.
// If it is missing, the status is 77. There, three simulators share a schema, and each request goes to another one of them.
//
// The files in test/store kill processes and cut connections at random moments. One that fails runs a second time, and is named:
// a connection that another program broke is no reason to reject a change, and what fails twice is.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { postgresFolder, startPostgres } from "./postgres.mjs";

const JEST = fileURLToPath(new URL("../node_modules/jest/bin/jest.js", import.meta.url));
const ROOT = fileURLToPath(new URL("..", import.meta.url));
const MISSING = 77;

/** The tests that kill processes. */
const KILLING = "test/store/";

const CLIENT_SUITES = [
  ...["test/state/store-contract", "test/control", "test/http", "test/scenarios"],
  "test/overlays/uploads",
];

/** Prefixes of the names of tests that can't pass behind an HTTP load balancer. */
const NOT_BALANCED = [
  // Replicas need the control API.
  "/ doesn't name a control API that is off",
  // Only the port of the other address is certain, and here it is a replica's, not the load balancer's.
  "/openapi.json names the live addresses",
  "with two ports, URLs at the other one",
  // The load balancer sends the requests of a connection to several replicas, which handle them at the same time.
  "requests that wait for their turn on a connection",
  // The load balancer stops sending a body when it has the response.
  "a client that sends all of a rejected body",
  // The end of a replica breaks the connections that pass through it.
  "the end of the simulator ends the streams",
  // They count the process's timers, and other replicas also have timers in this process.
  "a client that gives up on `",
  // A replica responds with its own metrics.
  "metrics count requests",
];

const STORES = { sqlite: testSqlite, postgres: testPostgres };

const [name, ...selected] = process.argv.slice(2);
const test = STORES[name];
let status = 0;
if (test !== undefined) status = await test(selected);
else
  for (const each of Object.values(STORES))
    status ||= await each([name, ...selected].filter(Boolean));
process.exit(status);

async function testSqlite(tests) {
  const hasSqlite = process.getBuiltinModule("node:sqlite") !== undefined;
  const [program, first] = hasSqlite ? [process.execPath, []] : ["npx", ["--yes", "node@24"]];
  const ignored = "test/store/replicas/";
  const suites = tests.length === 0 ? ["test/store", ...CLIENT_SUITES] : tests;
  const runTests = (each) =>
    run(program, [...first, JEST, ...each, "--testPathIgnorePatterns", ignored], {});
  return runTwice(runTests, suites);
}

async function testPostgres(tests) {
  if (postgresFolder() === undefined) {
    console.error("Skipped: PostgreSQL is missing.");
    return MISSING;
  }
  const server = await startPostgres();
  const suites =
    tests.length === 0
      ? ["test/store/replicas", "test/store/uploads", "test/findings", ...CLIENT_SUITES]
      : tests;
  const args = ["--testNamePattern", without(NOT_BALANCED)];
  const runTests = (each) =>
    run(process.execPath, [JEST, ...each, ...args], { BATCH_SIM_TEST_POSTGRES: server.url() });
  const status = await runTwice(runTests, suites);
  await server.stop();
  return status;
}

/** Runs tests. If only tests that kill processes fail, runs those again. */
async function runTwice(runTests, suites) {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-stores-"));
  try {
    const results = join(folder, "results.json");
    const status = await runTests([...suites, "--json", "--outputFile", results]);
    if (status === 0) return 0;
    const failed = failedFiles(await readFile(results, "utf8"));
    if (failed.length === 0 || failed.some((file) => !file.startsWith(KILLING))) return status;
    console.log(`\nFailed, and runs a second time:\n- ${failed.join("\n- ")}\n`);
    return await runTests(failed);
  } finally {
    await rm(folder, { recursive: true });
  }
}

function failedFiles(results) {
  const { testResults } = JSON.parse(results);
  return testResults
    .filter(({ status }) => status === "failed")
    .map(({ name }) => relative(ROOT, name).replaceAll("\\", "/"));
}

/** A pattern that matches the names of all other tests. */
function without(beginnings) {
  return `^(?!${beginnings.map((name) => name.replaceAll(".", "\\.")).join("|")})`;
}

async function run(program, args, variables) {
  const env = { ...process.env, BATCH_SIM_TEST_STORE: "1", ...variables };
  const shell = process.platform === "win32";
  const [code] = await once(spawn(program, args, { stdio: "inherit", env, shell }), "close");
  return code ?? 1;
}
