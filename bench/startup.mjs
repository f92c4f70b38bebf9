// Time from spawn to the first response, compared with a bare, unbundled Express server. Rounds
// alternate, so that other load on the machine affects all of them.
import { fileURLToPath } from "node:url";
import { median, send, startProcess } from "./support.mjs";

const ROUNDS = 15;

const BARE = `
const express = require("express");
const app = express();
app.get("/job-status/:id", (req, res) => res.json({ job_status: { [req.params.id]: "SUCCEEDED" } }));
const server = app.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ baseUrl: "http://127.0.0.1:" + server.address().port })));
`;
const SIMULATOR = [
  fileURLToPath(new URL("../dist/cli.cjs", import.meta.url)),
  ...["--port", "0", "--json", "--log", "silent"],
];
const STATUS = ["GET", "/job-status/none"];
const CREATE = ["POST", "/batch-inference", { body: JSON.stringify({ inputs: ["a"] }) }];
const CASES = {
  bare: { args: ["-e", BARE], request: STATUS },
  status: { args: SIMULATOR, request: STATUS },
  create: { args: SIMULATOR, request: CREATE },
};

/** Milliseconds from spawn until the complete first response. */
async function measure({ args, request: [method, path, options] }) {
  const startedAt = performance.now();
  const { line, stop } = await startProcess(args);
  const { status } = await send(method, JSON.parse(line).baseUrl + path, options);
  const took = performance.now() - startedAt;
  await stop();
  if (status >= 500) throw new Error(`${method} ${path} responded with ${status}.`);
  return took;
}

const times = { bare: [], status: [], create: [] };
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, each] of Object.entries(CASES)) {
    const took = await measure(each);
    // The first round fills the disk cache.
    if (round > 0) times[name].push(took);
  }
}

const bare = median(times.bare);
const against = (name) =>
  `${Math.round(median(times[name]))} ms, ratio ${(median(times[name]) / bare).toFixed(2)}`;
console.log(
  `start to the first response: a status ${against("status")}; a created job ${against("create")}; bare Express ${Math.round(bare)} ms (aim: at most 2.00)`,
);
