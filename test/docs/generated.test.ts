import { readFile } from "node:fs/promises";
import { expect, test } from "@jest/globals";
import { PAGES } from "../../scripts/docs/pages.mjs";

test.each(PAGES)("$path is up to date; if not, run `npm run docs`", async ({ path, render }) => {
  const written = await readFile(path, "utf8").catch(() => "");
  expect(written).toBe(await render());
});
