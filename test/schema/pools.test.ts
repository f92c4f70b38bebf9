import { faker } from "@faker-js/faker/locale/en";
import { expect, test } from "@jest/globals";
import { buildPools } from "../../src/generate/lexicon/build-pools.ts";
import { loadPools } from "../../src/generate/lexicon/load-pools.ts";

// This must run first, because the pools are built only once.
test("building the pools doesn't affect the draws of the shared library", async () => {
  faker.seed(1);
  const before = faker.number.int();
  faker.seed(1);
  await loadPools();
  expect(faker.number.int()).toBe(before);
});

test("every pool has distinct entries, none of which is empty or has an unfilled gap", async () => {
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

test("the people and companies that texts mention have 256 distinct entries each", async () => {
  const { people, companies } = await loadPools();
  expect([people.length, companies.length]).toEqual([256, 256]);
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
