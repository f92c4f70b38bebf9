import { expect, test } from "@jest/globals";
import { rowsFor } from "./values.ts";

const TEXT = { type: ["string", "null"] };

test("a stated value stays if what it depends on is not stated", async () => {
  const properties = {
    email: { ...TEXT, description: "Null if unknown" },
    website: { ...TEXT, description: "URL, null if no email is given" },
  };
  const rows = await rowsFor(properties, "Please see https://acme.example/help today.");
  expect(rows.filter(({ website }) => website === null).length).toBeLessThan(10);
});
