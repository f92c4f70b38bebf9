// Rows per second of the schema compiler on one core, beside json-schema-faker and a closure written by hand.
// Each row has its own generator, is validated and turned into JSON.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "esbuild";
import * as jsf from "json-schema-faker";
import { CASES } from "./generate-schemas.mjs";

const { compileSchema, rngFor } = await bundled();
console.log(
  ["case".padEnd(20), "compiler", "by hand", "faker", "x faker", "x hand", "goal"].join("\t"),
);
for (const { name, schema, byHand, goal } of CASES) {
  const { row } = compileSchema(schema);
  const ours = rate((index) => JSON.stringify(row(rngFor(1, "row", index))));
  const hand = rate((index) => JSON.stringify(byHand(rngFor(1, "row", index))));
  const faker = await fakerRate(schema);
  const cells = [ours, hand, faker].map((value) => Math.round(value));
  console.log(
    [name.padEnd(20), ...cells, (ours / faker).toFixed(1), (ours / hand).toFixed(2), goal].join(
      "\t",
    ),
  );
}

function rate(run, seconds = 1) {
  for (let index = 0; index < 20_000; index++) run(index);
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < seconds * 1000) for (let i = 0; i < 1000; i++) run(count++);
  return (count / (performance.now() - started)) * 1000;
}

async function fakerRate(schema) {
  const generate = jsf.generate ?? jsf.default?.generate ?? jsf.JSONSchemaFaker?.generate;
  const run = async (seed) => JSON.stringify(await generate(schema, { seed }));
  for (let seed = 0; seed < 500; seed++) await run(seed);
  const started = performance.now();
  let count = 0;
  while (performance.now() - started < 1000) await run(count++);
  return (count / (performance.now() - started)) * 1000;
}

async function bundled() {
  const folder = mkdtempSync(join(tmpdir(), "bench-"));
  const outfile = join(folder, "compiler.mjs");
  await build({
    stdin: {
      contents: `export { compileSchema } from "./src/generate/schema/compile-schema.ts"; export { rngFor } from "./src/core/rng.ts";`,
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
