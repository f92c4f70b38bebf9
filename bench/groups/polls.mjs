// Status polls, compared with a bare Express handler that sends the same JSON.
import { send, sendMany, startProcess, startSimulatorProcess, submit } from "../support.mjs";
import { BARE_EXPRESS } from "./startup.mjs";

const POLLS = 6000;
const CONNECTIONS = 50;

function polls({ usage, stop }, url, scale) {
  const requests = POLLS * scale;
  return {
    measure: async () => {
      const before = await usage();
      const startedAt = performance.now();
      await sendMany(url, { requests, connections: CONNECTIONS });
      const wallMs = performance.now() - startedAt;
      const { cpuMs } = await usage();
      return { units: requests, wallMs, cpuMs: cpuMs - before.cpuMs };
    },
    close: stop,
  };
}

async function openSimulator({ scale }) {
  const server = await startSimulatorProcess("--scenario", "instant");
  const { baseUrl } = server.ready;
  const jobId = await submit(baseUrl, '{"inputs":["a"]}');
  const url = `${baseUrl}/job-status/${jobId}`;
  const { text } = await send("GET", url);
  const expected = JSON.stringify({ job_status: { [jobId]: "SUCCEEDED" } });
  if (text !== expected) throw new Error(`Expected ${expected}, got ${text}.`);
  return polls(server, url, scale);
}

export const group = {
  rounds: 7,
  figures: [
    {
      name: "polls, bare Express",
      unit: "poll",
      open: async ({ scale }) => {
        const server = await startProcess(BARE_EXPRESS);
        return polls(server, `${JSON.parse(server.line).baseUrl}/job-status/some-job`, scale);
      },
    },
    {
      name: "polls",
      unit: "poll",
      floor: "polls, bare Express",
      target: { speed: 0.9 },
      open: openSimulator,
    },
  ],
};
