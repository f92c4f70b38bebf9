// Rows per second of the schema compiler on one core, compared with json-schema-faker and a
// handwritten closure. Each row has its own stream of draws and is converted to JSON. The rows of
// the compiler and of json-schema-faker are validated.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { build } from "esbuild";
import * as jsf from "json-schema-faker";
import { CASES } from "./generate-schemas.mjs";

const ROUNDS = 5;
const ROUND_MS = 400;

const { compileSchema, loadPools, rngFor } = await bundled();
const pools = await loadPools();
const generate = jsf.generate ?? jsf.default.generate;

console.log(
  "rows per second, the best of five alternating rounds; each row is validated and converted to JSON",
);
console.log(
  ["case".padEnd(20), "compiler", "by hand", "faker", "x faker", "x hand", "goal"].join("\t"),
);
for (const { name, schema, byHand, goal } of CASES) {
  const { row } = compileSchema(schema, { pools });
  const accepts = ajvFor(schema);
  const runs = [
    (index) => JSON.stringify(row(rngFor(1, "row", index))),
    (index) => JSON.stringify(byHand(rngFor(1, "row", index))),
    async (index) => {
      // Some of its values don't conform, so the next seed is tried, as a user would.
      for (let tries = 0; ; tries++) {
        const value = await generate(schema, { seed: index * 100 + tries });
        if (accepts(value)) return JSON.stringify(value);
      }
    },
  ];
  const [ours, hand, faker] = await bestRates(runs);
  const cells = [ours, hand, faker].map((value) => Math.round(value));
  console.log(
    [name.padEnd(20), ...cells, (ours / faker).toFixed(1), (ours / hand).toFixed(2), goal].join(
      "\t",
    ),
  );
}

/** Alternates the rounds, so that every candidate sees the same load on a shared machine. */
async function bestRates(runs) {
  const best = runs.map(() => 0);
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [which, run] of runs.entries()) {
      const rate = await rateOf(run);
      // The first round warms up.
      if (round > 0) best[which] = Math.max(best[which], rate);
    }
  }
  return best;
}

async function rateOf(run) {
  const isAsync = run.constructor !== Function;
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < ROUND_MS) {
    if (isAsync) for (let i = 0; i < 100; i++) await run(count++);
    else for (let i = 0; i < 1000; i++) run(count++);
  }
  return (count / (performance.now() - started)) * 1000;
}

function ajvFor(schema) {
  const ajv = new Ajv2020({ strict: false });
  ajvFormats(ajv);
  return ajv.compile(schema);
}

async function bundled() {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const outfile = join(folder, "compiler.mjs");
  await build({
    stdin: {
      contents: `export { compileSchema } from "./src/schema/compile/compile-schema.ts"; export { rngFor } from "./src/core/rng.ts"; export { loadPools } from "./src/schema/words/load-pools.ts";`,
      resolveDir: new URL("..", import.meta.url).pathname,
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  const module = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return module;
}
