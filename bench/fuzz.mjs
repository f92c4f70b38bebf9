// Attacks the built program with random input until the time is over, and says how to repeat a failure. Build first.
//
//   npm run fuzz [-- --minutes N] [--seed S] [--only NAME] [--path PATH]
import { parseArgs } from "node:util";
import fc from "fast-check";
import { control } from "./fuzz/control.mjs";
import { csv } from "./fuzz/csv.mjs";
import { http } from "./fuzz/http.mjs";
import { json } from "./fuzz/json.mjs";
import { judge } from "./fuzz/judge.mjs";
import { multipart } from "./fuzz/multipart.mjs";
import { parquet } from "./fuzz/parquet.mjs";
import { patterns } from "./fuzz/pattern.mjs";
import { scenario } from "./fuzz/scenario.mjs";
import { Target } from "./fuzz/target.mjs";

/**
 * Each has a name, an arbitrary `cases` or a function `prepare` that makes it, and a function `play` that throws if a response
 * breaks a rule.
 */
const FUZZERS = [http, multipart, json, csv, parquet, patterns, scenario, control];

/** A longer case is shown without its middle. */
const SHOWN_CHARACTERS = 2000;

const { values } = parseArgs({
  options: {
    minutes: { type: "string", default: "3" },
    seed: { type: "string", default: `${Math.floor(Math.random() * 2 ** 31)}` },
    only: { type: "string" },
    path: { type: "string" },
  },
});
const seed = Number(values.seed);
const chosen = FUZZERS.filter(({ name }) => values.only === undefined || name === values.only);
const share = (Number(values.minutes) * 60_000) / chosen.length;

async function fuzz({ name, options = ["--scenario", "instant"], cases, prepare, play }) {
  const target = new Target(options);
  const all = cases ?? (await prepare(await target.program()));
  const property = fc.asyncProperty(all, (each) => judge(target, (client) => play(client, each)));
  const found = await fc.check(property, {
    ...{ seed, numRuns: 1e9, interruptAfterTimeLimit: share, markInterruptAsFailure: false },
    ...(values.path === undefined ? {} : { path: values.path }),
  });
  await target.drop();
  console.log(`${name.padEnd(12)} ${found.numRuns} cases${found.failed ? ", failed" : ""}`);
  if (found.failed) report(name, found);
  return !found.failed;
}

function report(name, { counterexample, counterexamplePath, errorInstance }) {
  const shown = withoutMiddle(JSON.stringify(counterexample[0], withText));
  console.log(`  case: ${shown}\n  ${errorInstance?.stack}`);
  const again = `npm run fuzz -- --only ${name} --seed ${seed}`;
  console.log(`  This case:      ${again} --path "${counterexamplePath}"`);
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
let isRight = chosen.length > 0;
for (const each of chosen) isRight = (await fuzz(each)) && isRight;
process.exitCode = isRight ? 0 : 1;
