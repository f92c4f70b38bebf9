import { expect, test } from "@jest/globals";
import { USE_CASES } from "../../../src/engine/use-cases.ts";
import { loadBaseDocument } from "../../../src/simulator/base-document.ts";
import { checkDocument } from "../../../src/spec/check/check-document.ts";

const base = await loadBaseDocument();

test("the document that ships with the program has all that the program needs", async () => {
  expect(await checkDocument(base, base, USE_CASES)).toEqual([]);
});
