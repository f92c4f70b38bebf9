// A job with a million rows: submitting it, compared with a server that only parses its body, and downloading each format. Meanwhile,
// a client sends a small request every 20 ms. Memory is the growth of the process.
import { Readable } from "node:stream";
import { setImmediate, setTimeout } from "node:timers/promises";
import { download, send, startProcess, startSimulatorProcess, submit } from "../support.mjs";

const ROWS = 1_000_000;
const PIECE_ROWS = 1000;
const POLL_MS = 20;
const ONE_INPUT = '{"inputs":["a"]}';
const COLUMNS = "include_inputs=true&include_cumulative_logprobs=true";

const PARSER = [
  "-e",
  `
const server = require("node:http").createServer((request, response) => {
  if (request.method === "GET") return response.end("{}");
  const chunks = [];
  request.on("data", (chunk) => chunks.push(chunk));
  request.on("end", () => {
    const { inputs } = JSON.parse(Buffer.concat(chunks).toString());
    response.end(JSON.stringify({ job_id: String(inputs.length) }));
  });
});
server.listen(0, "127.0.0.1", () =>
  console.log(JSON.stringify({ baseUrl: "http://127.0.0.1:" + server.address().port })));
`,
];

async function* bodyPieces(rows) {
  yield '{"inputs":[';
  for (let start = 0; start < rows; start += PIECE_ROWS) {
    // A fast server takes every piece at once: without a pause, the polls of this process would wait for the whole body.
    await setImmediate();
    const piece = Array.from({ length: Math.min(PIECE_ROWS, rows - start) }, (_, i) =>
      JSON.stringify(
        `Review ${start + i}: the parcel came late, but the support answered within the hour and sent a new one.`,
      ),
    );
    yield (start === 0 ? "" : ",") + piece.join(",");
  }
  yield "]}";
}

/** The body of a request that submits a job with this many inputs. */
export function bodyOf(rows) {
  return Readable.from(bodyPieces(rows));
}

const simulator = () => startSimulatorProcess("--scenario", "instant", "--max-body", "1gb");

/** Works while it sends small requests to a URL. */
async function timed({ usage }, { url, work }) {
  const before = await usage();
  const startedAt = performance.now();
  const pollsMs = await whilePolling(url, work);
  const wallMs = performance.now() - startedAt;
  const { cpuMs, peakBytes } = await usage();
  const growthMb = Math.round((peakBytes - before.peakBytes) / 1e6);
  return { wallMs, cpuMs: cpuMs - before.cpuMs, growthMb, pollsMs };
}

/** Works while it polls a URL, and returns the polls' 99th percentile in milliseconds. */
async function whilePolling(url, work) {
  let isDone = false;
  const working = work().finally(() => {
    isDone = true;
  });
  const times = [];
  while (!isDone) {
    const startedAt = performance.now();
    await send("GET", url);
    times.push(performance.now() - startedAt);
    await setTimeout(POLL_MS);
  }
  await working;
  times.sort((a, b) => a - b);
  return Math.round(times[Math.floor(times.length * 0.99)]);
}

function submission(name, start, compared) {
  const open = async ({ scale }) => ({
    measure: async () => {
      const server = await start();
      const { baseUrl } = JSON.parse(server.line);
      const rows = ROWS * scale;
      // A server's first job is measured by another group.
      await submit(baseUrl, ONE_INPUT);
      const work = () => submit(baseUrl, bodyOf(rows));
      const sample = await timed(server, { url: `${baseUrl}/job-status/none`, work });
      await server.stop();
      return { ...sample, units: rows };
    },
  });
  return { name, unit: "row", ...compared, open };
}

function results(format) {
  const open = async ({ scale }) => {
    const rows = ROWS * scale;
    const server = await simulator();
    const { baseUrl } = server.ready;
    const other = await submit(baseUrl, ONE_INPUT);
    const jobId = await submit(baseUrl, bodyOf(rows));
    const file = `${baseUrl}/jobs/${jobId}/results?result_format=${format}&${COLUMNS}`;
    const url = `${baseUrl}/job-status/${other}`;
    const work = () => download(file);
    return {
      measure: async () => ({ ...(await timed(server, { url, work })), units: rows }),
      close: server.stop,
    };
  };
  const target = { growthMb: 100, pollsMs: 40 };
  return { name: `a million rows, ${format}`, unit: "row", target, open };
}

const PARSED = "a million inputs, JSON.parse";

export const group = {
  // A round takes half a minute, and a job of this size is rarely the first of many.
  rounds: 1,
  isWarm: true,
  figures: [
    submission(PARSED, () => startProcess(PARSER)),
    submission("a million inputs", simulator, { floor: PARSED, target: { time: 1.2 } }),
    ...["json", "csv", "parquet"].map(results),
  ],
};
