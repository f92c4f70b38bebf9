import { expect, test } from "@jest/globals";
import { USE_CASE_NEEDS } from "../../../src/engine/use-case-needs.ts";
import { USE_CASES } from "../../../src/engine/use-cases.ts";
import { loadBaseDocument } from "../../../src/simulator/base-document.ts";
import { checkDocument } from "../../../src/spec/check/check-document.ts";

const base = await loadBaseDocument();

test("the document that ships with the program has all that the program needs", async () => {
  expect(await checkDocument(base, base, USE_CASE_NEEDS)).toEqual([]);
});

test("every use case says what it needs", () => {
  expect(Object.keys(USE_CASE_NEEDS)).toEqual(Object.keys(USE_CASES));
});
