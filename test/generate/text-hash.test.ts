import { expect, test } from "@jest/globals";
import { RngFamily } from "../../src/core/rng.ts";
import { hashText } from "../../src/generate/row-key.ts";

test("texts that differ anywhere, also in length and beyond 4096 code units, have different streams", () => {
  const family = new RngFamily(1, "row", 7);
  const long = "naïve 😀".repeat(1000);
  const texts = Array.from(long.slice(0, 20), (_, i) => `${long.slice(0, i)}x${long.slice(i + 1)}`);
  const all = ["", "\0", "\0\0", "x", "x\0", ...texts, long, `${long}x`, `${long.slice(0, -1)}x`];
  const firsts = all.map((text) => family.rngOfHash(hashText(text)).next());
  expect(new Set(firsts).size).toBe(all.length);
  expect(all.map((text) => family.rngOfHash(hashText(text)).next())).toEqual(firsts);
  const hash = hashText(long);
  expect(family.rngOfHash(hash, 3).next()).not.toBe(family.rngOfHash(hash).next());
});
