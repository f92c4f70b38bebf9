import { readFileSync } from "node:fs";
import { register } from "node:module";
import { join } from "node:path";
import { parentPort, workerData } from "node:worker_threads";
import { plainJudge } from "./plain-judge.mjs";

register("../typescript-hooks.mjs", import.meta.url);
const { compileSchema } = await import(
  "../../packages/schema-values/src/compile/compile-schema.ts"
);
const { DEFAULT_MAX_SCHEMA_STEPS } = await import("schema-values");
const { rngFor } = await import("../../src/core/rng.ts");
const { loadLexicon } = await import("../../src/generate/lexicon/load-lexicon.ts");

const { dir, rows, values } = workerData;
const lexicon = await loadLexicon();

parentPort.on("message", (file) => {
  const schema = JSON.parse(readFileSync(join(dir, file), "utf8"));
  parentPort.postMessage(run(schema));
});

function run(schema) {
  const judge = plainJudge(schema);
  const started = performance.now();
  const { verdict, row, indexed } = compileSchema(schema, {
    lexicon,
    maxSteps: DEFAULT_MAX_SCHEMA_STEPS,
  });
  const compileMs = performance.now() - started;
  const base = { isCompiledByAjv: judge !== undefined, verdict, compileMs };
  if (verdict.kind !== "supported" && verdict.kind !== "slow") {
    return {
      ...base,
      outcome: verdict.kind,
      error: `${verdict.reason} ${verdict.paths}`,
    };
  }
  const textOf = (index) =>
    values === "plausible"
      ? JSON.stringify(row(rngFor(1, "row", index)))
      : indexed(values, { seed: 1, index }).text;
  const begun = performance.now();
  const made = [];
  for (let index = 0; index < rows; index++) {
    try {
      made.push(textOf(index));
    } catch (error) {
      return { ...base, outcome: "failed", error: `row ${index}: ${error.message}` };
    }
  }
  const rowsPerSecond = (rows / (performance.now() - begun)) * 1000;
  const bad =
    judge === undefined ? undefined : made.map((text) => judge(JSON.parse(text))).find(Boolean);
  const again = textOf(3);
  if (rows > 3 && again !== made[3])
    return { ...base, outcome: "failed", error: "row 3 depends on the order" };
  const outcome = bad === undefined ? "conforming" : "failed";
  return {
    ...base,
    outcome,
    error: bad,
    rowsPerSecond,
    sizes: made[0].length,
    distinct: new Set(made).size,
  };
}
