import { faker } from "@faker-js/faker/locale/en";
import { expect, test } from "@jest/globals";
import { loadPools } from "../../src/generate/pools.ts";

// First, as the pools are built only once.
test("building the pools leaves the draws of the shared library alone", async () => {
  faker.seed(1);
  const before = faker.number.int();
  faker.seed(1);
  await loadPools();
  expect(faker.number.int()).toBe(before);
});

test("every pool holds 256 different entries", async () => {
  const pools = Object.values(await loadPools());
  expect(pools.map((pool) => new Set(pool).size)).toEqual(pools.map(() => 256));
});
