import { expect, test } from "@jest/globals";
import type { JsonValue } from "../../src/core/json.ts";
import { rngFor } from "../../src/core/rng.ts";
import { createJsonWriter } from "../../src/generate/json-writer.ts";

const TEXTS = [
  "",
  "plain",
  'a "b" \\ c',
  "\n\u0000\u001f",
  "\u007f\u2028é 漢字 😀",
  "\ud800 alone",
];
const NUMBERS = [0, -0, 7, -7, 0.5, 0.01, 0.07, 19.99, 1.005, 0.1 + 0.2, -2.5, 1e21, 5e-7];
const LARGE = [2 ** 31, 1234567.89, 9_999_999.99, 10_000_000.01, 123456789.12];

/** Values of a few shapes at each place, so that some are learned and some are not. */
function valueFor(seed: number): JsonValue {
  const rng = rngFor(seed, "value");
  const text = rng.pick(TEXTS).repeat(rng.pick([1, 20]));
  const number = rng.chance(0.5) ? rng.pick([...NUMBERS, ...LARGE]) : rng.below(1e6) / 100;
  const inner = rng.chance(0.5) ? { "": text, 'a"b': number } : { b: null, 2: true, 1: false };
  const list = Array.from({ length: rng.below(3) }, () => inner);
  const own: unknown = JSON.parse('{"__proto__": 1, "constructor": 2}');
  return { text, number, ...(rng.chance(0.5) ? { list } : {}), own: own as JsonValue, inner, list };
}

test("values are written as JSON.stringify writes them, before and after their shapes are learned", () => {
  const write = createJsonWriter();
  const values = Array.from({ length: 1000 }, (_, seed) => valueFor(seed));
  expect(values.map(write)).toEqual(values.map((value) => JSON.stringify(value)));
});

test("all amounts with up to two decimals are written in their shortest form", () => {
  const write = createJsonWriter();
  for (let cents = 0; cents < 1e5; cents++) {
    const value = (cents * 97) / 100;
    if (write(value) !== String(value)) throw new Error(`${value} is written as ${write(value)}.`);
  }
});

test("objects with keys without end are written without learning all of them", () => {
  const write = createJsonWriter();
  const values = Array.from({ length: 2000 }, (_, i) => ({ [`key${i % 500}`]: { [`k${i}`]: i } }));
  expect(values.map(write)).toEqual(values.map((value) => JSON.stringify(value)));
});
