import { faker } from "@faker-js/faker/locale/en";
import { expect, test } from "@jest/globals";
import { buildPools } from "../../src/schema/words/build-pools.ts";
import { loadPools } from "../../src/schema/words/load-pools.ts";

// First, as the pools are built only once.
test("building the pools leaves the draws of the shared library alone", async () => {
  faker.seed(1);
  const before = faker.number.int();
  faker.seed(1);
  await loadPools();
  expect(faker.number.int()).toBe(before);
});

test("every pool holds different entries, and none that is empty or has a gap left", async () => {
  const pools = Object.entries(await loadPools());
  expect(pools.length).toBeGreaterThan(90);
  const odd = pools.filter(
    ([, pool]) =>
      pool.length < 2 ||
      pool.length > 4096 ||
      new Set(pool).size < pool.length ||
      pool.some((text) => text === "" || /[{}]/.test(text)),
  );
  expect(odd).toEqual([]);
});

test("who texts name comes in 256 different entries", async () => {
  const { people, companies } = await loadPools();
  expect([people.length, companies.length]).toEqual([256, 256]);
});

test("adjectives follow an indefinite article", async () => {
  const { adjectives } = await loadPools();
  expect(adjectives.filter((word) => /^[aeiou]/.test(word))).toEqual([]);
});

test("names and addresses seldom repeat", async () => {
  const { fullNames, emails } = await loadPools();
  expect(fullNames).toHaveLength(4096);
  expect(emails.length).toBeGreaterThan(4000);
  const isOne = /^[a-z]+\.[a-z]+@example\.(?:com|net|org)$/;
  expect(emails.filter((email) => !isOne.test(email))).toEqual([]);
});

test("sentences end like sentences", async () => {
  const { sentences, reasons, remarks, steps, questions } = await loadPools();
  const all = [...sentences, ...reasons, ...remarks, ...steps, ...questions];
  expect(all.filter((text) => !/^[A-Z].*[.?]$/.test(text) || text.length > 160)).toEqual([]);
});

test("the pools are built the same each time", async () => {
  expect(buildPools()).toEqual(await loadPools());
});
