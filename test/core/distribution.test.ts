import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Distribution, drawMs, MAX_DURATION_MS } from "../../src/core/job/profile.ts";
import { rngFor } from "../../src/core/rng.ts";

const LOGNORMAL: Distribution = { kind: "lognormal", medianMs: 2000, p95Ms: 10_000 };
const UNIFORM: Distribution = { kind: "uniform", minMs: 1000, maxMs: 3000 };

test("a fixed duration is returned as whole milliseconds", () => {
  expect(sorted({ kind: "fixed", ms: 1500.4 }, 3)).toEqual([1500, 1500, 1500]);
});

test("a uniform duration is within its bounds and on average in the middle", () => {
  const values = sorted(UNIFORM, 10_000);
  expect(values[0]).toBeGreaterThanOrEqual(1000);
  expect(values.at(-1)).toBeLessThanOrEqual(3000);
  expect(quantile(values, 0.25) / 1500).toBeCloseTo(1, 1);
  expect(quantile(values, 0.75) / 2500).toBeCloseTo(1, 1);
});

test("a lognormal duration has the given median and 95th percentile", () => {
  const values = sorted(LOGNORMAL, 20_000);
  expect(quantile(values, 0.5) / 2000).toBeCloseTo(1, 1);
  expect(quantile(values, 0.95) / 10_000).toBeCloseTo(1, 1);
  expect(quantile(values, 0.05) / 400).toBeCloseTo(1, 1);
});

test("a draw depends on its seed and key", () => {
  const draw = (seed: number) => drawMs(LOGNORMAL, rngFor(seed, "job", "job-1", "queued"));
  expect(draw(1)).toBe(draw(1));
  expect(draw(1)).not.toBe(draw(2));
});

test("a draw is a whole number of milliseconds in its range, whatever the parameters", () => {
  const ms = fc.double();
  const anyDistribution = fc.oneof(
    ms.map((value): Distribution => ({ kind: "fixed", ms: value })),
    fc.tuple(ms, ms).map(([minMs, maxMs]): Distribution => ({ kind: "uniform", minMs, maxMs })),
    fc.tuple(ms, ms).map(([medianMs, p95Ms]): Distribution => {
      return { kind: "lognormal", medianMs, p95Ms };
    }),
  );
  fc.assert(
    fc.property(anyDistribution, fc.integer(), (distribution, seed) => {
      const value = drawMs(distribution, rngFor(seed));
      expect(Number.isInteger(value) && value >= 0 && value <= MAX_DURATION_MS).toBe(true);
    }),
    { numRuns: 200 },
  );
});

function sorted(distribution: Distribution, count: number): number[] {
  const values = Array.from({ length: count }, (_, index) => {
    return drawMs(distribution, rngFor(1, "draw", index));
  });
  return values.sort((a, b) => a - b);
}

function quantile(values: readonly number[], share: number): number {
  return values[Math.floor(share * values.length)] ?? Number.NaN;
}
