// Checks that no request delays others: runs each hostile case against the built program while its event loop beats every 10 ms,
// and prints the longest gap between two beats. Fails if a gap exceeds 100 ms both in wall time and in the CPU time of the main
// thread: on a busy machine, the wall time alone says little. Build first. `npm run heartbeat [-- TEXT]` runs the cases whose
// names contain the text.

import { bodyCases } from "./heartbeat/body-cases.mjs";
import { controlCases } from "./heartbeat/control-cases.mjs";
import { fileCases } from "./heartbeat/file-cases.mjs";
import { isTooLong, MOST_RUNS } from "./heartbeat/gap.mjs";
import { patternCases } from "./heartbeat/pattern-cases.mjs";
import { startProgram } from "./heartbeat/program.mjs";
import { resultsCases } from "./heartbeat/results-cases.mjs";
import { schemaCases } from "./heartbeat/schema-cases.mjs";
import { stateCases } from "./heartbeat/state-cases.mjs";
import { streamCases } from "./heartbeat/stream-cases.mjs";

/** A case that takes longer has blocked the program for good. */
const CASE_MS = 120_000;

/**
 * Each case has a name, the program's options if it needs any, an optional function `prepare` that runs before the measurement,
 * and a function `run`, which throws if the program doesn't respond as it should. Each case gets its own program.
 */
const CASES = [
  ...bodyCases,
  ...controlCases,
  ...patternCases,
  ...schemaCases,
  ...fileCases,
  ...stateCases,
  ...streamCases,
  ...resultsCases,
];

async function measure({ name, options = [], prepare, run }) {
  const program = await startProgram(options);
  try {
    await warmUp(program);
    await prepare?.(program);
    program.startBeats();
    await withLimit(run(program));
    return { name, ...(await withLimit(program.worstGap())) };
  } catch (error) {
    return { name, problem: error.message };
  } finally {
    await program.stop();
  }
}

/** The first requests of each kind load modules. */
async function warmUp(program) {
  const when = { request: { properties: { system_prompt: { pattern: "^a" } } } };
  await program.control("PUT", "/scenario", { profiles: [{ when, queued: 0, running: 0 }] });
  await program.run({ inputs: ["a"], system_prompt: "b", json_schema: { type: "integer" } });
  await program.control("PUT", "/scenario", { profiles: [{ queued: 0, running: 0 }] });
  await program.run({ inputs: ["a"], json_schema: { type: "integer" } });
}

function withLimit(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no response in ${CASE_MS / 1000} s`)), CASE_MS);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

function lineOf({ name, problem, wallMs = 0, cpuMs = 0 }) {
  const verdict = problem ?? (isTooLong({ wallMs, cpuMs }) ? "blocks" : "ok");
  const figures = problem === undefined ? [wallMs, cpuMs].map((ms) => ms.toFixed(0)) : ["–", "–"];
  const cells = [name.slice(0, 70).padEnd(70), ...figures.map((text) => text.padStart(8)), verdict];
  return { text: cells.join("  "), isFailure: verdict !== "ok" };
}

/** A blocking case blocks every time; anything else, such as garbage collection, adds to a gap only occasionally. */
async function lineOfBest(each) {
  for (let runs = 1; ; runs++) {
    const line = lineOf(await measure(each));
    if (!line.isFailure || runs === MOST_RUNS) return line;
  }
}

const only = process.argv[2] ?? "";
console.log(`${"case".padEnd(70)}  wall ms    cpu ms`);
let failures = 0;
for (const each of CASES.filter(({ name }) => name.includes(only))) {
  const { text, isFailure } = await lineOfBest(each);
  if (isFailure) failures++;
  console.log(text);
}
console.log(
  failures === 0 ? "No case blocks." : `${failures} ${failures === 1 ? "case" : "cases"} failed.`,
);
process.exitCode = failures === 0 ? 0 : 1;
