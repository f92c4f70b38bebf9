// Loads the built program for ten minutes with all kinds of jobs, readers, and faults, in a bounded number of sandboxes with a
// bounded number of jobs, and fails if its live heap grows or a request ends in a bug. Build first.
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
/** Journals and caches fill up during the first samples. */
const WARM_UP = 5;
/** More growth than this of the live heap is a leak: figures of the same load differ by about half of it. */
const MOST_GROWTH_MIB = 8;

const OPTIONS = ["--scenario", "happy-path", "--max-journal-exchanges", "500"];

const { values } = parseArgs({ options: { minutes: { type: "string", default: "10" } } });
const sampleMs = (Number(values.minutes) * 60_000) / SAMPLES;

const program = await startProgram(OPTIONS);
const ended = new AbortController();
const counts = { requests: 0, broken: 0 };

async function visit(number) {
  const isFaulted = number % 2 === 1;
  const urls = { baseUrl: program.baseUrl, controlUrl: program.controlUrl };
  const visitor = new Visitor({ urls, key: `visitor-${number}`, isFaulted, counts });
  await prepare(visitor);
  for (let turn = number; !ended.signal.aborted; turn++)
    await VISITS[turn % VISITS.length](visitor);
}

async function sampled(index) {
  program.startBeats();
  const before = counts.requests;
  await setTimeout(sampleMs);
  const gap = await program.worstGap();
  const heapMib = (await program.liveHeap()) / 1024 ** 2;
  const perSecond = (counts.requests - before) / (sampleMs / 1000);
  const cells = [index + 1, perSecond, heapMib, gap.wallMs, gap.cpuMs];
  console.log(cells.map((cell) => cell.toFixed(cell === heapMib ? 1 : 0).padStart(12)).join(""));
  return { heapMib, gap };
}

async function measure() {
  const titles = ["sample", "requests/s", "heap MiB", "gap wall ms", "gap CPU ms"];
  console.log(titles.map((title) => title.padStart(12)).join(""));
  const samples = [];
  for (let index = 0; index < SAMPLES; index++) samples.push(await sampled(index));
  return samples;
}

/** The first visitor that fails ends the measurement. */
const visits = Promise.all(Array.from({ length: VISITORS }, (_, number) => visit(number)));
const samples = await Promise.race([measure(), visits.then(() => [])]);
ended.abort();
await visits;
await program.stop();

const heaps = samples.slice(WARM_UP).map(({ heapMib }) => heapMib);
const half = Math.floor(heaps.length / 2);
const growth = median(heaps.slice(half)) - median(heaps.slice(0, half));
const worst = Math.max(...samples.map(({ gap }) => gap.cpuMs));
console.log(
  `soak: ${counts.requests} requests, ${counts.broken} of them broken off by faults; worst gap ${worst.toFixed(0)} ms of CPU time; live heap ${median(heaps).toFixed(1)} MiB, growth ${growth.toFixed(1)} MiB (aim: at most ${MOST_GROWTH_MIB})`,
);
process.exitCode = growth <= MOST_GROWTH_MIB ? 0 : 1;
