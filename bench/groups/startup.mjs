// Time from spawn to the first complete response, compared with a bare, unbundled Express server.
import { send, startProcess, startSimulatorProcess } from "../support.mjs";

/** The server that startup and status polls are compared with. */
export const BARE_EXPRESS = [
  "-e",
  `
const express = require("express");
const app = express();
app.get("/job-status/:id", (req, res) => res.json({ job_status: { [req.params.id]: "SUCCEEDED" } }));
const server = app.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ baseUrl: "http://127.0.0.1:" + server.address().port })));
`,
];
const STATUS = ["GET", "/job-status/none"];
const CREATE = ["POST", "/batch-inference", { body: JSON.stringify({ inputs: ["a"] }) }];

function figure(name, start, { request: [method, path, options], ...compared }) {
  return {
    name,
    unit: "start",
    ...compared,
    open: async () => ({
      measure: async () => {
        const startedAt = performance.now();
        const { line, stop, usage } = await start();
        const { status } = await send(method, JSON.parse(line).baseUrl + path, options);
        const wallMs = performance.now() - startedAt;
        const { cpuMs } = await usage();
        await stop();
        if (status >= 500) throw new Error(`${method} ${path} responded with ${status}.`);
        return { units: 1, wallMs, cpuMs };
      },
    }),
  };
}

const FLOOR = "bare Express, a status";

export const group = {
  rounds: 15,
  figures: [
    figure(FLOOR, () => startProcess(BARE_EXPRESS), { request: STATUS }),
    figure("a status", startSimulatorProcess, {
      request: STATUS,
      floor: FLOOR,
      target: { time: 1.1 },
    }),
    figure("a created job", startSimulatorProcess, {
      request: CREATE,
      floor: FLOOR,
      target: { time: 1.4 },
    }),
  ],
};
