// Measures the effects of a kill: the age of the oldest exchange that a client was told about but that is missing from the
// journal afterward, and the time until another replica responds. Neither has a counterpart in memory, so nothing is compared.
import { Agent } from "node:http";
import { setTimeout as pause } from "node:timers/promises";
import { hasPostgres, hasSqlite, postgres, sqlite } from "../harness/store-kinds.mjs";
import { median, SIMULATOR, send, startAlone } from "../support.mjs";

const KILLS = 20;
const TAKEOVERS = 10;
/** This many clients of each kind each send one request after another. */
const CLIENTS = 4;
const JOB = '{"inputs":["a"]}';
const UPLOAD = JSON.stringify({
  inputs: Array.from({ length: 200_000 }, (_, i) => `input ${i} of a large upload`),
});

async function start(store) {
  const journal = ["--max-journal-exchanges", "100000"];
  const server = await startAlone([...SIMULATOR, ...journal, ...store.options]);
  return { ...server, ...JSON.parse(server.line) };
}

/** Several clients poll, while others create jobs, and one uploads many inputs, each in its own sandbox. */
function load({ baseUrl }, key, told) {
  const agent = new Agent({ keepAlive: true });
  const repeat = async (act) => {
    try {
      for (;;) await act();
    } catch {
      // The process was killed.
    }
  };
  const headersOf = (name) => ({
    authorization: `Key ${name}`,
    "content-type": "application/json",
  });
  const create = (name, body) => () =>
    send("POST", `${baseUrl}/batch-inference`, { body, agent, headers: headersOf(name) });
  const poll = async () => {
    const url = `/job-status/${told.size}-${Math.random()}`;
    await send("GET", baseUrl + url, { agent, headers: headersOf(key) });
    told.set(url, performance.now());
  };
  const many = Array.from({ length: CLIENTS }, () => [poll, create("creations", JOB)]).flat();
  return Promise.all([...many, create("uploads", UPLOAD)].map(repeat));
}

/** Kills a process at a random moment, and returns the age of the oldest exchange that is missing. */
async function lostMs(store, key) {
  const told = new Map();
  const server = await start(store);
  const clients = load(server, key, told);
  await pause(300 + Math.random() * 700);
  const killedAt = performance.now();
  await server.kill();
  await clients;
  const again = await start(store);
  const headers = { authorization: `Key ${key}` };
  const { text } = await send("GET", `${again.controlUrl}/journal/summaries`, { headers });
  await again.stop();
  const kept = new Set(JSON.parse(text).map(({ url }) => url));
  const ages = [...told].flatMap(([url, at]) => (kept.has(url) ? [] : [killedAt - at]));
  return Math.max(0, ...ages);
}

function journalLoss(name, open) {
  return {
    ...{ name, unit: "kill", target: { ms: 100 } },
    open: async ({ scale }) => {
      const store = await open();
      const measure = async () => {
        const ages = [];
        while (ages.length < KILLS * scale) ages.push(await lostMs(store, `kill-${ages.length}`));
        const note = `maximum of ${ages.length} kills; median ${Math.round(median(ages))} ms`;
        return { units: 1, wallMs: Math.max(...ages), cpuMs: Number.NaN, note };
      };
      return { measure, close: store.close };
    },
  };
}

/** Time from the end of the leading replica to the first response, to a create request through another replica. */
const takeover = {
  ...{ name: "takeover, PostgreSQL", unit: "takeover" },
  open: async ({ scale }) => {
    const store = await postgres();
    const measure = async () => {
      const replicas = [await start(store), await start(store), await start(store)];
      const times = [];
      while (times.length < TAKEOVERS * scale) {
        const startedAt = performance.now();
        await replicas.shift().kill();
        await send("POST", `${replicas[0].baseUrl}/batch-inference`, { body: JOB });
        times.push(performance.now() - startedAt);
        replicas.push(await start(store));
      }
      for (const replica of replicas) await replica.stop();
      const note = `median of ${times.length}; maximum ${Math.round(Math.max(...times))} ms`;
      return { units: 1, wallMs: median(times), cpuMs: Number.NaN, note };
    };
    return { measure, close: store.close };
  },
};

export const group = {
  rounds: 1,
  isWarm: true,
  figures: [
    ...(hasSqlite ? [journalLoss("journal loss, SQLite", sqlite)] : []),
    ...(hasPostgres ? [journalLoss("journal loss, PostgreSQL", postgres), takeover] : []),
  ],
};
