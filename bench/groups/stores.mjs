// Stores, compared with memory: polls, creations compared with pgbench's writes, a million rows, and a restart with many jobs,
// during which another client polls. A separate PostgreSQL server writes to the disk; without an installed one, its figures
// are left out, like those of SQLite on a Node version without it.
import { fileURLToPath } from "node:url";
import { inserts, simpleUpdates } from "../harness/pgbench.mjs";
import { pollMany } from "../harness/poll-load.mjs";
import { hasPostgres, hasSqlite, memory, postgres, sqlite } from "../harness/store-kinds.mjs";
import {
  download,
  median,
  send,
  startProcess,
  startSimulatorProcess,
  submit,
} from "../support.mjs";
import { bodyOf } from "./million.mjs";

const POLLS = 20_000;
const CONNECTIONS = 50;
const CREATIONS = 1000;
const ROWS = 1_000_000;
/** Maximum growth of a process that receives and sends a million rows. */
const MOST_GROWTH_MB = 150;
const JOBS = 100_000;
const CREATORS = 32;
const OTHER = "other";
const ONE = { requests: 1, connections: 1 };
const JOB = JSON.stringify({ inputs: Array.from({ length: 10 }, (_, i) => `input ${i}`) });

const INSERT_FLOOR = fileURLToPath(new URL("insert-floor.mjs", import.meta.url));

function start(store) {
  return startSimulatorProcess("--scenario", "instant", "--max-body", "1gb", ...store.options);
}

async function timed({ usage }, units, work) {
  const before = await usage();
  const startedAt = performance.now();
  await work();
  const wallMs = performance.now() - startedAt;
  const { cpuMs, peakBytes } = await usage();
  const growthMb = Math.round((peakBytes - before.peakBytes) / 1e6);
  return { units, wallMs, cpuMs: cpuMs - before.cpuMs, growthMb };
}

function polls(name, open, compared) {
  return {
    ...{ name, unit: "poll", ...compared },
    open: async ({ scale }) => {
      const store = await open();
      const server = await start(store);
      const { baseUrl } = server.ready;
      const url = `${baseUrl}/job-status/${await submit(baseUrl, JOB)}`;
      const requests = POLLS * scale;
      const measure = async () => {
        const before = await store.queries();
        const { growthMb: _, ...sample } = await timed(server, requests, () =>
          pollMany(url, { requests, connections: CONNECTIONS }),
        );
        if (before === undefined) return sample;
        return { ...sample, queries: ((await store.queries()) - before) / requests };
      };
      return { measure, close: () => stop(server, store) };
    },
  };
}

async function stop(server, store) {
  await server.stop();
  await store.close();
}

/** One client creates jobs one after another; the result is the median time. */
function creations(name, open, { startServer = start, ...compared } = {}) {
  return {
    ...{ name, unit: "job", ...compared },
    open: async ({ scale }) => {
      const store = await open();
      const server = await startServer(store);
      const url = `${server.ready.baseUrl}/batch-inference`;
      const requests = CREATIONS * scale;
      const measure = async () => {
        let times = [];
        const { cpuMs } = await timed(server, 1, async () => {
          times = await pollMany(url, { requests, connections: 1, body: JOB });
        });
        return { units: 1, wallMs: median(times), cpuMs: cpuMs / requests, note: "median" };
      };
      return { measure, close: () => stop(server, store) };
    },
  };
}

/** A service that only inserts a row for each creation. */
async function startInsertFloor({ options: [, url] }) {
  const server = await startProcess([INSERT_FLOOR, url.replace(/\?.*$/, "")]);
  return { ...server, ready: { baseUrl: server.line } };
}

function million(name, open, compared) {
  return {
    ...{ name, unit: "row", ...compared },
    open: async ({ scale }) => {
      const store = await open();
      const rows = ROWS * scale;
      const measure = async () => {
        const server = await start(store);
        const { baseUrl } = server.ready;
        const sample = await timed(server, rows, async () => {
          const jobId = await submit(baseUrl, bodyOf(rows));
          await download(`${baseUrl}/jobs/${jobId}/results?result_format=json&include_inputs=true`);
        });
        await server.stop();
        return sample;
      };
      return { measure, close: store.close };
    },
  };
}

/** From the start of the program to the first response, in a sandbox with many jobs. */
function restart(name, open, compared) {
  return {
    ...{ name, unit: "start", ...compared },
    open: async ({ scale }) => {
      const store = await open();
      await fill(store, JOBS * scale);
      const measure = async () => {
        const startedAt = performance.now();
        const server = await start(store);
        await send("GET", `${server.ready.baseUrl}/get-quotas`);
        const wallMs = performance.now() - startedAt;
        const { cpuMs } = await server.usage();
        await server.stop();
        return { units: 1, wallMs, cpuMs, note: `${JOBS * scale} jobs` };
      };
      return { measure, close: store.close };
    },
  };
}

/** Another client's slowest poll between the program's start and the end of reading a sandbox with many jobs. */
function others(name, open, compared) {
  return {
    ...{ name, unit: "poll", ...compared },
    open: async ({ scale }) => {
      const store = await open();
      await fill(store, JOBS * scale);
      const measure = async () => {
        const server = await start(store);
        const url = `${server.ready.baseUrl}/get-quotas`;
        let isRead = false;
        const first = send("GET", url).finally(() => {
          isRead = true;
        });
        const times = [];
        while (!isRead) times.push(...(await pollMany(url, { ...ONE, key: OTHER })));
        await first;
        await server.stop();
        const note = `slowest of ${times.length}`;
        return { units: 1, wallMs: Math.max(...times), cpuMs: Number.NaN, note };
      };
      return { measure, close: store.close };
    },
  };
}

/** Stores a sandbox with many jobs, and another one with a single job. */
async function fill(store, jobs) {
  const server = await start(store);
  const url = `${server.ready.baseUrl}/batch-inference`;
  const body = '{"inputs":["a"]}';
  await pollMany(url, { requests: jobs, connections: CREATORS, body });
  await pollMany(url, { ...ONE, key: OTHER, body });
  await server.stop();
}

const AS_IN_MEMORY = {
  floor: "a million rows, memory",
  target: { time: 2, growthMb: MOST_GROWTH_MB },
};

const POSTGRES_FIGURES = [
  polls("polls, PostgreSQL", postgres, {
    floor: "polls, memory",
    target: { cpu: 1.4, queries: 1 },
  }),
  simpleUpdates("pgbench -N"),
  inserts("an insert by pgbench", { floor: "pgbench -N" }),
  creations("an insert by node:http", postgres, {
    ...{ floor: "pgbench -N", startServer: startInsertFloor },
  }),
  creations("a job of 10 inputs, PostgreSQL", postgres, {
    floor: "pgbench -N",
    target: { time: 2 },
  }),
  million("a million rows, PostgreSQL", postgres, AS_IN_MEMORY),
  restart("restart, PostgreSQL", postgres, { target: { ms: 2000 } }),
  others("poll of another sandbox, PostgreSQL", postgres, { target: { ms: 100 } }),
];

const SQLITE_FIGURES = [
  polls("polls, SQLite", sqlite, { floor: "polls, memory" }),
  creations("a job of 10 inputs, SQLite", sqlite, { floor: "a job of 10 inputs, memory" }),
  million("a million rows, SQLite", sqlite, AS_IN_MEMORY),
  restart("restart, SQLite", sqlite, { target: { ms: 2000 } }),
  others("poll of another sandbox, SQLite", sqlite, { target: { ms: 100 } }),
];

export const group = {
  rounds: 3,
  isWarm: true,
  figures: [
    polls("polls, memory", memory),
    creations("a job of 10 inputs, memory", memory),
    million("a million rows, memory", memory),
    ...(hasPostgres ? POSTGRES_FIGURES : []),
    ...(hasSqlite ? SQLITE_FIGURES : []),
  ],
};
