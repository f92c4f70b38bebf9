// Status polls per second, compared with a bare Express handler that sends the same JSON. Rounds
// alternate, so that both see the same load.
import {
  median,
  requestsPerSecond,
  send,
  startProcess,
  startSimulatorProcess,
} from "./support.mjs";

const ROUNDS = 7;
const LOAD = { requests: 6000, connections: 16 };

const BARE = `
const express = require("express");
const app = express();
app.get("/job-status/:id", (req, res) => res.json({ job_status: { [req.params.id]: "SUCCEEDED" } }));
const server = app.listen(0, "127.0.0.1", () => console.log("http://127.0.0.1:" + server.address().port));
`;

const bare = await startProcess(["-e", BARE]);
const sim = await startSimulatorProcess("--scenario", "instant");
const { baseUrl } = sim.ready;
const created = await send("POST", `${baseUrl}/batch-inference`, {
  body: JSON.stringify({ inputs: ["a"] }),
});
const path = `/job-status/${JSON.parse(created.text).job_id}`;
const answers = [await send("GET", bare.line + path), await send("GET", baseUrl + path)];
if (answers[0].text !== answers[1].text) throw new Error("The two servers respond differently.");

const rates = { bare: [], sim: [] };
for (let round = 0; round <= ROUNDS; round++) {
  const bareRate = await requestsPerSecond(bare.line + path, LOAD);
  const simRate = await requestsPerSecond(baseUrl + path, LOAD);
  if (round === 0) continue; // warm-up
  rates.bare.push(bareRate);
  rates.sim.push(simRate);
}
await Promise.all([bare.stop(), sim.stop()]);

const ratios = rates.sim.map((rate, round) => rate / rates.bare[round]);
console.log(
  `status polls: ${Math.round(median(rates.sim))}/s, bare Express ${Math.round(median(rates.bare))}/s, ratio ${median(ratios).toFixed(2)} (aim: at least 0.60)`,
);
