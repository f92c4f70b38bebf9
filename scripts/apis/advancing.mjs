// Runs a command, and advances the `manual` clock of its simulator until it ends: node advancing.mjs COMMAND ARGUMENTS...
import { spawn } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";

const { BATCH_SIM_CONTROL_URL: url, BATCH_SIM_API_KEY: key } = process.env;
const [command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: "inherit" });
child.on("exit", (code) => process.exit(code ?? 1));

for (;;) {
  await sleep(100);
  await fetch(`${url}/clock/advance`, {
    method: "POST",
    headers: {
      "x-api-key": key,
      "x-goog-api-key": key,
      authorization: `Bearer ${key}`,
      "content-type": "application/json",
    },
    body: JSON.stringify({ by: "5s" }),
  });
}
