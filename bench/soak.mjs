// Loads the built program for ten minutes with all kinds of jobs, readers, and faults, in a bounded number of sandboxes with a
// bounded number of jobs, and fails if a request ends in a bug, or if its live heap grows: it is measured after a garbage collection,
// while no request is open and all sandboxes are reset. Build first.
//
//   node bench/soak.mjs [--minutes N]
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { startProgram } from "./heartbeat/program.mjs";
import { Visitor } from "./soak/visitor.mjs";
import { prepare, VISITS } from "./soak/visits.mjs";
import { median } from "./support.mjs";

const VISITORS = 8;
const SAMPLES = 20;
/** Modules are loaded and caches fill up during the first samples. */
const WARM_UP = 4;
/** Ended sandboxes are still judged for a moment, and buffers are freed after the objects that hold them. */
const QUIET_MS = 1000;
/** More growth than this of the live heap is a leak. Each reset leaves a packed verdict on the ended sandbox for the report. */
const MOST_GROWTH_MIB = 8;

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const sampleMs = (Number(values.minutes) * 60_000) / SAMPLES;

const program = await startProgram(["--scenario", "happy-path"]);
const counts = { requests: 0, broken: 0 };
const visitors = Array.from(
  { length: VISITORS },
  (_, number) => new Visitor({ program, number, isFaulted: number % 2 === 1, counts }),
);

/** Sends visits until the time is up, and then cleans up. */
async function visitAll(visitor) {
  const end = performance.now() + sampleMs;
  await prepare(visitor);
  for (let turn = visitor.number; performance.now() < end; turn++)
    await VISITS[turn % VISITS.length](visitor);
  await visitor.control("POST", "/reset");
}

async function sampled(index) {
  program.startBeats();
  const [before, startedAt] = [counts.requests, performance.now()];
  await Promise.all(visitors.map(visitAll));
  const perSecond = (counts.requests - before) / ((performance.now() - startedAt) / 1000);
  const gap = await program.worstGap();
  await setTimeout(QUIET_MS);
  const heapMib = (await program.liveHeap()) / 1024 ** 2;
  print([index + 1, perSecond, heapMib.toFixed(1), gap.wallMs, gap.cpuMs]);
  return { heapMib, gap };
}

function print(cells) {
  const texts = cells.map((cell) => (typeof cell === "number" ? cell.toFixed(0) : cell));
  console.log(texts.map((text) => text.padStart(12)).join(""));
}

print(["sample", "requests/s", "heap MiB", "gap wall ms", "gap CPU ms"]);
const samples = [];
for (let index = 0; index < SAMPLES; index++) samples.push(await sampled(index));
await program.stop();

const heaps = samples.slice(WARM_UP).map(({ heapMib }) => heapMib);
const half = Math.floor(heaps.length / 2);
const growth = median(heaps.slice(half)) - median(heaps.slice(0, half));
const worst = Math.max(...samples.map(({ gap }) => gap.cpuMs));
console.log(
  `soak: ${counts.requests} requests, ${counts.broken} of them broken off by faults; worst gap ${worst.toFixed(0)} ms of CPU time; live heap ${median(heaps).toFixed(1)} MiB, growth ${growth.toFixed(1)} MiB (aim: at most ${MOST_GROWTH_MIB})`,
);
process.exitCode = growth <= MOST_GROWTH_MIB ? 0 : 1;
