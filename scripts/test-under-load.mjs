// Runs tests while two processes keep the cores busy, because no result may depend on the machine's
// load. Takes the same arguments as jest, such as `npm run test:loaded -- test/http`; without any, runs
// the tests in which time passes or processes start. `npm run test:loaded -- --all` runs all tests.
import { spawn } from "node:child_process";
import { once } from "node:events";

const DEFAULT = ["test/cli", "test/control", "test/faults", "test/simulator", "test/schema/guard"];
const BUSY = "for (;;);";

const args = process.argv.slice(2);
const loops = [1, 2].map(() => spawn(process.execPath, ["-e", BUSY], { stdio: "ignore" }));
process.once("exit", () => {
  for (const loop of loops) loop.kill("SIGKILL");
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

const ALL = ".";

const selected = args.length === 0 ? DEFAULT : args.map((arg) => (arg === "--all" ? ALL : arg));
const jest = spawn("jest", selected, { stdio: "inherit" });
const [code] = await once(jest, "close");
process.exit(code ?? 1);
