// Status polls over 50 connections, compared with a bare Express handler that sends the same JSON. To make sure that requests
// are validated and recorded, each round also sends malformed ones, which must be rejected, and then counts the exchanges in
// the journal.
import { cpuMsOf } from "../harness/cpu-time.mjs";
import { pollMany } from "../harness/poll-load.mjs";
import { send, startProcess, startSimulatorProcess, submit } from "../support.mjs";
import { BARE_EXPRESS, BARE_HTTP } from "./startup.mjs";

const POLLS = 6000;
/** Other programs are slower, some of them ten times. */
const PEER_SHARE = 0.2;
const CONNECTIONS = 50;

/** Client mistakes, each with the status of the response. Requests without a usable key belong to no sandbox. */
const MALFORMED = [
  { path: "/job-status/none", status: 404 },
  { path: "/job-status", status: 404 },
  { path: "/job-status/none", method: "DELETE", status: 405 },
  { path: "/jobs/none/results?result_format=xml", status: 422 },
  { path: "/job-status/none", headers: {}, status: 401, isKeyless: true },
  {
    path: "/job-status/none",
    headers: { authorization: "bench" },
    status: 401,
    isKeyless: true,
  },
];

function polls({ usage, stop }, url, { scale, check }) {
  const requests = POLLS * scale;
  return {
    measure: async () => {
      const before = await usage();
      const startedAt = performance.now();
      await pollMany(url, { requests, connections: CONNECTIONS });
      const wallMs = performance.now() - startedAt;
      const { cpuMs } = await usage();
      const note = await check?.(requests);
      return { units: requests, wallMs, cpuMs: cpuMs - before.cpuMs, note };
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
  requireEqual(text, JSON.stringify({ job_status: { [jobId]: "SUCCEEDED" } }));
  await clearJournals(server.ready);
  const check = (requests) => checkJournals(server.ready, requests);
  return polls(server, url, { scale, check });
}

/** Throws unless malformed requests are rejected, and every exchange since the last check is in the journal. */
async function checkJournals(ready, requests) {
  for (const { method = "GET", path, headers, status } of MALFORMED) {
    const response = await send(method, ready.baseUrl + path, { headers });
    requireEqual(`${method} ${path}: ${response.status}`, `${method} ${path}: ${status}`);
  }
  const keyless = MALFORMED.filter(({ isKeyless }) => isKeyless).length;
  requireEqual(await countIn(ready, "?status=200"), requests);
  requireEqual(await countIn(ready, ""), requests + MALFORMED.length - keyless);
  requireEqual(await countIn(ready, "?keyless=true"), keyless);
  await clearJournals(ready);
  return "all in the journal";
}

async function countIn({ controlUrl }, query) {
  const { text } = await send("GET", `${controlUrl}/journal/count${query}`);
  return JSON.parse(text).count;
}

/** Clears the sandbox's journal, and the journal for requests without a usable key. */
async function clearJournals({ controlUrl }) {
  await send("DELETE", `${controlUrl}/journal`);
  await send("DELETE", `${controlUrl}/journal`, { headers: { "x-sim-sandbox": "default" } });
}

function requireEqual(found, expected) {
  if (found !== expected) throw new Error(`Expected ${expected}, got ${found}.`);
}

const FLOOR = "polls, bare Express";
/** Express is twice as slow on Node 20 as on Node 24, but this takes about the same time on both. */
const RATIO_FLOOR = "polls, node:http";

function bare(name, args, compared) {
  const open = async ({ scale }) => {
    const server = await startProcess(args);
    return polls(server, `${JSON.parse(server.line).baseUrl}/job-status/some-job`, { scale });
  };
  return { name, unit: "poll", ...compared, open };
}

export const group = {
  rounds: 7,
  figures: [
    bare(FLOOR, BARE_EXPRESS),
    bare(RATIO_FLOOR, BARE_HTTP, { floor: FLOOR }),
    {
      ...{ name: "polls", unit: "poll", floor: FLOOR, ratioFloor: RATIO_FLOOR },
      target: { speed: 0.9 },
      open: openSimulator,
    },
  ],
};

export function peerFigures({ name, start, path }) {
  const open = async ({ scale }) => {
    const { baseUrl, pid, stop } = await start();
    const usage = async () => ({ cpuMs: await cpuMsOf(pid) });
    return polls({ usage, stop }, baseUrl + path, { scale: scale * PEER_SHARE });
  };
  return [{ name: `polls, ${name}`, unit: "poll", floor: FLOOR, isPeer: true, open }];
}
