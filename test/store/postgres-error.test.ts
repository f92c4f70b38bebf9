import { expect, test } from "@jest/globals";
import { postgresAddressOf } from "../../src/stores/postgres/postgres-address.ts";
import { postgresError } from "../../src/stores/postgres/postgres-client.ts";

const ADDRESS = postgresAddressOf("postgres://sim@db/sim");

test.each([
  [
    "53100",
    "Free up space on the database's disk. Pending changes are then written automatically.",
  ],
  ["42501", "Allow the user to create the schema `batch_sim`, or make the user its owner."],
  [
    "08P01",
    "Configure PgBouncer to ignore the session settings (`ignore_startup_parameters`), or connect to PostgreSQL directly.",
  ],
  ["57P01", "Check that PostgreSQL is running, and that the store's URL is correct."],
])("the error %s comes with advice that helps", (code, cure) => {
  const cause = Object.assign(new Error("it failed"), { code });
  expect(postgresError(ADDRESS, cause).message).toBe(
    `Failed to use the store \`postgres://sim@db/sim\`: it failed. ${cure}`,
  );
});
