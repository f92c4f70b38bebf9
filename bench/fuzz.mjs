// Attacks the built program with random input until the time is up, and prints how to reproduce a failure. Build first.
//
//   npm run fuzz [-- --minutes N] [--seed S] [--only NAME] [--without NAME] [--path PATH]
//
// Exits with 77 if it had to run only Schemathesis, and can't install it.
import { parseArgs } from "node:util";
import fc from "fast-check";
import { conditions } from "./fuzz/conditions.mjs";
import { chunks, downloads, pipelining, streams } from "./fuzz/connections.mjs";
import { control } from "./fuzz/control.mjs";
import { csv } from "./fuzz/csv.mjs";
import { http } from "./fuzz/http.mjs";
import { json } from "./fuzz/json.mjs";
import { judge } from "./fuzz/judge.mjs";
import { Memory } from "./fuzz/memory.mjs";
import { multipart } from "./fuzz/multipart.mjs";
import { overlay } from "./fuzz/overlay.mjs";
import { parquet } from "./fuzz/parquet.mjs";
import { patterns } from "./fuzz/pattern.mjs";
import { scenario } from "./fuzz/scenario.mjs";
import { attackWithSchemathesis, SCHEMATHESIS_SHARES } from "./fuzz/schemathesis.mjs";
import { Target } from "./fuzz/target.mjs";
import { compression, values as largeValues } from "./fuzz/values.mjs";

/**
 * Each has a name, an arbitrary `cases` or a function `prepare` that makes it, and a function `play` that throws if a response
 * breaks a rule.
 */
const FUZZERS = [
  ...[
    http,
    pipelining,
    chunks,
    streams,
    downloads,
    multipart,
    json,
    largeValues,
    compression,
    csv,
    parquet,
  ],
  ...[patterns, scenario, conditions, control, overlay],
];

const NOT_INSTALLED = 77;

/** A longer case is shown without its middle. */
const SHOWN_CHARACTERS = 2000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
    only: { type: "string" },
    without: { type: "string" },
    path: { type: "string" },
  },
});
const seed = Number(values.seed);
const isChosen = (name) =>
  values.only === undefined ? name !== values.without : name === values.only;
const chosen = FUZZERS.filter(({ name }) => isChosen(name));
const hasSchemathesis = isChosen("schemathesis");
const shares = chosen.length + (hasSchemathesis ? SCHEMATHESIS_SHARES : 0);
const shareMs = (Number(values.minutes) * 60_000) / shares;

async function fuzz(fuzzer) {
  const { cases, judge: judged, close } = await (fuzzer.open ?? openTarget)(fuzzer);
  let running;
  const judgeNext = (each) => {
    running = { each, verdict: judged(each) };
    return running.verdict;
  };
  const found = await fc.check(fc.asyncProperty(cases ?? fuzzer.cases, judgeNext), {
    ...{ seed, numRuns: 1e9, interruptAfterTimeLimit: shareMs, markInterruptAsFailure: false },
    ...(values.path === undefined ? {} : { path: values.path }),
  });
  const last = await failureOfLast(running, found);
  const failure = failureIn(found) ?? last;
  const growth = await close();
  console.log(`${fuzzer.name.padEnd(12)} ${found.numRuns} cases${failure ? ", failed" : ""}`);
  if (failure !== undefined) report(fuzzer.name, failure);
  if (growth !== undefined) console.log(`  The live heap grew by ${growth.toFixed(0)} MB.`);
  return failure === undefined && growth === undefined;
}

/** The smallest failing case; undefined if there is none, for example without time for a single case. */
function failureIn({ failed, counterexample, counterexamplePath: path, errorInstance: error }) {
  return failed && counterexample !== null ? { each: counterexample[0], path, error } : undefined;
}

/** Waits for the case that was interrupted when the time was over: it still uses the program, and may fail. */
async function failureOfLast(running, { numRuns }) {
  try {
    await running?.verdict;
  } catch (error) {
    return { each: running.each, path: `${numRuns}`, error };
  }
}

/** The running program, and cases that may need something from it. */
async function openTarget({ prepare, play }) {
  const target = new Target(["--scenario", "instant"]);
  const cases = await prepare?.(await target.program());
  const memory = new Memory(shareMs);
  const judged = async (each) => {
    await judge(target, (client) => play(client, each));
    await memory.watch(await target.program());
  };
  const close = async () => {
    const growth = await memory.excess(await target.program());
    await target.drop();
    return growth;
  };
  return { cases, judge: judged, close };
}

function report(name, { each, path, error }) {
  const shown = withoutMiddle(JSON.stringify(each, withText));
  console.log(`  case: ${shown}\n  ${error?.stack}`);
  const again = `npm run fuzz -- --only ${name} --seed ${seed}`;
  console.log(`  This case:      ${again} --path "${path}"`);
  console.log(`  All before it:  ${again}`);
}

function withoutMiddle(text) {
  const left = text.length - 2 * SHOWN_CHARACTERS;
  if (left <= 0) return text;
  return `${text.slice(0, SHOWN_CHARACTERS)} … (${left} characters) … ${text.slice(-SHOWN_CHARACTERS)}`;
}

/** Buffers have turned themselves into lists of numbers by now. */
function withText(_key, value) {
  return value?.type === "Buffer" ? Buffer.from(value.data).toString("latin1") : value;
}

console.log(`seed ${seed}`);
const verdicts = [];
for (const each of chosen) verdicts.push((await fuzz(each)) ? "passed" : "failed");
if (hasSchemathesis) verdicts.push(await attackWithSchemathesis({ seed, shareMs }));
if (verdicts.includes("skipped")) console.log("schemathesis: skipped, it can't be installed");
if (verdicts.includes("failed") || verdicts.length === 0) process.exitCode = 1;
else if (!verdicts.includes("passed")) process.exitCode = NOT_INSTALLED;
