// pgbench's writes with one client. pgbench comes with PostgreSQL.
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { median } from "../support.mjs";
import { openPostgres } from "./store-kinds.mjs";

const TRANSACTIONS = 1000;

const run = promisify(execFile);

/** Table of the simplest insert. */
export const WRITTEN = "CREATE TABLE IF NOT EXISTS written (id int)";

/** The simplest insert. */
export const INSERT = "INSERT INTO written VALUES (1)";

/** Transactions of the built-in script `simple-update`: an update, a query, and an insert. */
export function simpleUpdates(name) {
  return transactions(name, async ({ server, programs }) => {
    await run(programs("pgbench"), ["-i", "-q", "-s", "1", server.url()]);
    return ["-N"];
  });
}

/** Transactions of one insert. */
export function inserts(name, compared) {
  const setUp = async ({ server, programs, folder }) => {
    await run(programs("psql"), [server.url(), "-qc", WRITTEN]);
    const script = join(folder, "insert.sql");
    writeFileSync(script, `${INSERT};\n`);
    return ["-f", script];
  };
  return transactions(name, setUp, compared);
}

/** The time of the median transaction; `setUp` resolves with the arguments that choose a script. */
function transactions(name, setUp, compared) {
  return {
    ...{ name, unit: "transaction", ...compared },
    open: async () => {
      const { server, close } = await openPostgres();
      const folder = mkdtempSync(join(tmpdir(), "batch-sim-pgbench-"));
      const programs = (program) => join(server.programs, program);
      const script = await setUp({ server, programs, folder });
      const args = ["-n", "-c", "1", "-t", `${TRANSACTIONS}`, ...script, "-l"];
      const measure = async () => {
        const logs = mkdtempSync(join(folder, "log-"));
        await run(programs("pgbench"), [...args, server.url()], { cwd: logs });
        const [log] = readdirSync(logs);
        const lines = readFileSync(join(logs, log), "utf8").trim().split("\n");
        // The third column is the time in microseconds.
        const times = lines.map((line) => Number(line.split(" ")[2]) / 1000);
        return { units: 1, wallMs: median(times), cpuMs: Number.NaN, note: "median" };
      };
      const end = async () => {
        rmSync(folder, { recursive: true });
        await close();
      };
      return { measure, close: end };
    },
  };
}
