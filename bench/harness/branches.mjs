// The branches of clients that rows reach: rows of 49 realistic schemas from the built program, measured by the judge of the tests.
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { register } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { numberedInputs, realInputs, similarReviews } from "../inputs/inputs.mjs";
import { SIMULATOR, send, startSimulatorProcess, submit } from "../support.mjs";

register("../../scripts/typescript-hooks.mjs", import.meta.url);

const INSTANT =
  "profiles: [{ unknown: 0, queued: 0, starting: 0, running: 0, cancel: { takes: 0 } }]";

/** Maximum number of rows that a bound on pairs may require. */
const MOST_ROWS = 1_000;

export const SETS = {
  "real inputs": realInputs().slice(0, MOST_ROWS),
  "numbered inputs": numberedInputs(MOST_ROWS),
  "similar reviews": similarReviews(MOST_ROWS),
};

/** Starts the built program with one kind of values. */
export function startWithValues(values) {
  return withScenario(values, (file) => startSimulatorProcess("--scenario", file));
}

/** Whether the built program knows a kind of values. */
export function isKnown(values) {
  return withScenario(values, async (file) => {
    const [program] = SIMULATOR;
    return spawnSync(process.execPath, [program, "lint", file], { stdio: "ignore" }).status === 0;
  });
}

async function withScenario(values, use) {
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-bench-"));
  const file = join(folder, "values.yaml");
  // The default kind needs no setting.
  const setting = values === "plausible" ? "" : `values: ${values}\n`;
  writeFileSync(file, `${setting}${INSTANT}\n`);
  try {
    return await use(file);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** For each schema, the choices that its rows reach: `[name, choices, rows]`. */
export async function choicesOf({ ready: { baseUrl } }, { inputs, rows }) {
  const { BranchCoverage } = await import("../../test/support/branches/branch-coverage.ts");
  const { realisticSchemas } = await import("../../test/support/realistic-schemas.ts");
  const results = [];
  for (const [name, schema] of realisticSchemas()) {
    const body = JSON.stringify({ inputs: inputs.slice(0, rows), json_schema: schema });
    const jobId = await submit(baseUrl, body);
    const { text } = await send("GET", `${baseUrl}/jobs/${jobId}/results?result_format=json`);
    const coverage = new BranchCoverage(schema);
    for (const output of JSON.parse(text).outputs) coverage.add(JSON.parse(output));
    results.push([name, coverage.choices, coverage.rows]);
  }
  return results;
}

/** The share of branches in results of `choicesOf`, as `{ total, missing }`; `figure` chooses what counts. */
export async function shareOf(results, figure) {
  const judge = await import("../../test/support/branches/coverage-figures.ts");
  const parts = results.map(([name, choices, rows]) => {
    const { total, missing } = FIGURES[figure](judge, choices, rows);
    return { total, missing: missing.map((each) => `${name} ${each}`) };
  });
  return {
    total: parts.reduce((sum, { total }) => sum + total, 0),
    missing: parts.flatMap(({ missing }) => missing),
  };
}

const FIGURES = {
  // Plausible arrays rarely have their maximum length.
  alternatives: ({ alternativesShare }, choices) => alternativesShare(choices, ["most"]),
  "alternatives in time": ({ lateAlternatives }, choices) => lateAlternatives(choices),
  "pairs in time": ({ pairBound, pairedChoices, pairsShare }, choices, rows) => {
    const paired = pairedChoices(choices, rows);
    return pairsShare(paired, Math.min(rows, pairBound(paired)));
  },
};
