// From spawn to the first answered request, as a ratio to a bare Express server (unbundled). Both are started in turns, so
// that what else the machine does hits both. Run it with `node bench/startup.mjs [runs]`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const REQUESTS = {
  status: ["/job-status/none", {}],
  create: ["/batch-inference", { method: "POST", body: JSON.stringify({ inputs: ["Great"] }) }],
};
const CASES = [
  { name: "bare Express", args: [here("bare-express.mjs")], request: REQUESTS.status },
  {
    name: "batch-sim, a status read",
    args: [here("../dist/cli.js"), "--port", "0", "--json"],
    request: REQUESTS.status,
  },
  {
    name: "batch-sim, a job created",
    args: [here("../dist/cli.js"), "--port", "0", "--json"],
    request: REQUESTS.create,
  },
];

/** Milliseconds from spawn until the first request is answered in full. */
async function measure({ args, request: [path, init] }) {
  const startedAt = performance.now();
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "ignore"] });
  try {
    const [line] = await once(child.stdout, "data");
    const { baseUrl, apiKey } = JSON.parse(line);
    const headers = { authorization: `Key ${apiKey}`, "content-type": "application/json" };
    const response = await fetch(baseUrl + path, { ...init, headers });
    await response.text();
    if (response.status >= 500) throw new Error(`Expected an answer, got ${response.status}.`);
    return performance.now() - startedAt;
  } finally {
    child.kill("SIGKILL");
    await once(child, "exit");
  }
}

function median(values) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

const runs = Number(process.argv[2] ?? 15);
// The first of each is not counted: it fills the disk cache.
for (const each of CASES) await measure(each);
const times = new Map(CASES.map((each) => [each, []]));
for (let run = 0; run < runs; run++)
  for (const each of CASES) times.get(each).push(await measure(each));

const [bare] = CASES;
for (const each of CASES) {
  const ms = median(times.get(each));
  const ratio = ms / median(times.get(bare));
  console.log(`${each.name.padEnd(26)} ${ms.toFixed(0).padStart(5)} ms  ${ratio.toFixed(2)}x`);
}
