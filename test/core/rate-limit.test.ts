import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { type TokenBucket, takeToken } from "../../src/core/fault-rule.ts";

/** The waits of requests at some instants, one after another. */
function waitsAt(instants: readonly number[], requestsPerSecond: number): number[] {
  let bucket: TokenBucket | undefined;
  return instants.map((now) => {
    const taken = takeToken(bucket, { requests: requestsPerSecond, perMs: 1000 }, now);
    bucket = taken.bucket;
    return taken.waitMs;
  });
}

test("a burst of one second's worth passes, then one request every 1/N s", () => {
  expect(waitsAt([0, 0, 0, 250, 500, 500], 2)).toEqual([0, 0, 500, 250, 0, 500]);
});

test("a limit below one request per second lets one request pass every 1/N s", () => {
  expect(waitsAt([0, 0, 1000, 2000, 2000], 0.5)).toEqual([0, 2000, 1000, 0, 2000]);
});

test("the bucket never holds more than one second's worth", () => {
  expect(waitsAt([0, 60_000, 60_000, 60_000], 2)).toEqual([0, 0, 0, 500]);
});

test("a request that comes after the wait that it was given passes", () => {
  const gaps = fc.array(fc.integer({ min: 0, max: 2000 }), { minLength: 1, maxLength: 30 });
  fc.assert(
    fc.property(gaps, fc.double({ min: 0.1, max: 50, noNaN: true }), (gaps, requests) => {
      const rate = { requests, perMs: 1000 };
      let bucket: TokenBucket | undefined;
      let now = 0;
      for (const gap of gaps) {
        now += gap;
        const { bucket: after, waitMs } = takeToken(bucket, rate, now);
        if (waitMs > 0) expect(takeToken(after, rate, now + waitMs).waitMs).toBe(0);
        bucket = after;
      }
    }),
  );
});
