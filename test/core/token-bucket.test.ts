import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type TokenBucket, takeToken } from "../../src/core/fault-rule.ts";

const RATE = { requests: 2, perMs: 1000 };

/** The wait that each caller is told; 0 means that it got a token. */
function waits(rate: typeof RATE, instants: readonly number[]): number[] {
  let bucket: TokenBucket | undefined;
  return instants.map((at) => {
    const take = takeToken(bucket, rate, at);
    bucket = take.bucket;
    return take.waitMs;
  });
}

describe("a bucket with 2 tokens per second", () => {
  test.each([
    ["is full at first", [0, 0, 0], [0, 0, 500]],
    ["gives a token every half second", [0, 0, 499, 500, 501], [0, 0, 1, 0, 499]],
    ["never has more than 2", [0, 60_000, 60_000, 60_000], [0, 0, 0, 500]],
    ["takes nothing from a rejected caller", [0, 0, 100, 200, 300, 500], [0, 0, 400, 300, 200, 0]],
  ])("%s", (_, instants, expected) => {
    expect(waits(RATE, instants)).toEqual(expected);
  });
});

test("over any period, a bucket gives at most its capacity plus its inflow", () => {
  const rates = fc.record({
    requests: fc.integer({ min: 1, max: 50 }),
    perMs: fc.integer({ min: 1, max: 100_000 }),
  });
  const steps = fc.array(fc.integer({ min: 0, max: 5000 }), { maxLength: 200 });
  fc.assert(
    fc.property(rates, steps, (rate, gaps) => {
      let at = 0;
      const instants = gaps.map((gap) => (at += gap));
      const given = waits(rate, instants).filter((wait) => wait === 0).length;
      const lastedMs = (instants.at(-1) ?? 0) - (instants[0] ?? 0);
      expect(given).toBeLessThanOrEqual(rate.requests + (lastedMs * rate.requests) / rate.perMs);
    }),
    { numRuns: 100 },
  );
});

test("a caller that waits as long as it is told gets a token", () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 50 }),
      fc.integer({ min: 1, max: 9999 }),
      (requests, perMs) => {
        const rate = { requests, perMs };
        const refused = takeToken({ credit: 0, at: 5 }, rate, 5);
        expect(refused.waitMs).toBeGreaterThan(0);
        expect(takeToken(refused.bucket, rate, 5 + refused.waitMs).waitMs).toBe(0);
      },
    ),
    { numRuns: 100 },
  );
});
