import { expect, test } from "@jest/globals";
import { rowsFor } from "./values.ts";

const TEXT = { type: ["string", "null"] };

test("a stated value stays if what it depends on is not stated", async () => {
  const properties = {
    email: { ...TEXT, description: "Null if unknown" },
    phone: { ...TEXT, description: "Phone number, null if no email is given" },
  };
  const rows = await rowsFor(properties, "Please call me at +49 30 1234567 today.");
  expect(rows.filter(({ phone }) => phone === null).length).toBeLessThan(10);
});
