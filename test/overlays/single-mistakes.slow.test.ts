import { expect, jest, test } from "@jest/globals";
import { SimulatorError } from "../../src/core/errors.ts";
import { rngFor } from "../../src/core/rng.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { flawsOf, type Mistake } from "../support/mistakes.ts";
import { textFile } from "../support/overlay-file.ts";
import { mistakenOverlays } from "./mistaken-overlays.ts";

// Trying every mistake takes many minutes, so each run has a sample: see docs/contributing/testing.md.
const { MISTAKES = "15", MISTAKES_SEED } = process.env;
const isAll = MISTAKES === "all";
const seed = Number(MISTAKES_SEED ?? Math.floor(Math.random() * 1e9));

if (isAll) jest.setTimeout(3_600_000);

test("a single mistake in an overlay is a problem with a place, or none", async () => {
  const all = await mistakenOverlays();
  const draws = rngFor(seed, "mistakes");
  const sample = isAll
    ? all
    : Array.from({ length: Number(MISTAKES) }, () => all[draws.below(all.length)]);
  const flaws: string[] = [];
  for (const mistake of sample) if (mistake !== undefined) flaws.push(...(await flawsIn(mistake)));
  expect({ MISTAKES_SEED: seed, flaws }).toEqual({ MISTAKES_SEED: seed, flaws: [] });
});

async function flawsIn({ name, data }: Mistake): Promise<string[]> {
  const file = await textFile(JSON.stringify(data));
  try {
    await openDocument([file]);
    return [];
  } catch (error) {
    const flaws =
      error instanceof SimulatorError
        ? flawsOf(error.issues, (issue) => issue.line !== undefined)
        : [error instanceof Error ? String(error.stack) : String(error)];
    return flaws.map((flaw) => `${name}: ${flaw}`);
  }
}
