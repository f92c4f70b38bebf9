// The schema compiler, compared with a handwritten closure and with json-schema-faker. Each row has its own stream of draws and is
// converted to JSON. The rows of the compiler and of json-schema-faker are validated.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020.js";
import ajvFormats from "ajv-formats";
import { build } from "esbuild";
import * as jsf from "json-schema-faker";
import { CASES } from "./schema-cases.mjs";

const ROUND_ROWS = 100_000;
/** Share of the rows that json-schema-faker makes, which is much slower. */
const FAKER_SHARE = 0.02;

const generate = jsf.generate ?? jsf.default.generate;
let compiler;

/** A figure whose function makes one row, in this process. */
function figure(name, makeRow, { share = 1, ...compared } = {}) {
  return {
    name,
    unit: "row",
    ...compared,
    open: async ({ scale }) => {
      compiler ??= bundled();
      const row = makeRow(await compiler);
      const units = Math.round(ROUND_ROWS * share * scale);
      let next = 0;
      return {
        measure: async () => {
          const cpu = process.cpuUsage();
          const startedAt = performance.now();
          for (let i = 0; i < units; i++) {
            const made = row(next++);
            if (typeof made !== "string") await made;
          }
          const wallMs = performance.now() - startedAt;
          const { user, system } = process.cpuUsage(cpu);
          return { units, wallMs, cpuMs: (user + system) / 1000 };
        },
      };
    },
  };
}

function figuresOf({ name, schema, byHand }) {
  const hand = `${name}, by hand`;
  return [
    figure(
      hand,
      ({ rngFor }) =>
        (index) =>
          JSON.stringify(byHand(rngFor(1, "row", index))),
    ),
    figure(
      `${name}, compiled`,
      ({ compileSchema, rngFor, lexicon }) => {
        const { row } = compileSchema(schema, { lexicon, maxSteps: 1_000_000 });
        return (index) => JSON.stringify(row(rngFor(1, "row", index)));
      },
      { floor: hand, target: { speed: 0.4 } },
    ),
    figure(
      `${name}, json-schema-faker`,
      () => {
        const accepts = ajvFor(schema);
        return (index) => fakerRow(schema, accepts, index);
      },
      { floor: hand, share: FAKER_SHARE, isPeer: true },
    ),
  ];
}

/** Some of its values don't conform, so the next seed is tried, as a user would. */
async function fakerRow(schema, accepts, index) {
  for (let tries = 0; ; tries++) {
    const value = await generate(schema, { seed: index * 100 + tries });
    if (accepts(value)) return JSON.stringify(value);
  }
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
      contents: `export { compileSchema } from "./packages/schema-values/src/compile/compile-schema.ts"; export { rngFor } from "./src/core/rng.ts"; export { loadLexicon } from "./src/generate/lexicon/load-pools.ts";`,
      resolveDir: new URL("../..", import.meta.url).pathname,
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile,
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  const { loadLexicon, ...module } = await import(pathToFileURL(outfile).href);
  rmSync(folder, { recursive: true });
  return { ...module, lexicon: await loadLexicon() };
}

export const group = { rounds: 5, figures: CASES.flatMap(figuresOf) };
