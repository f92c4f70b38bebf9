import { expect, test } from "@jest/globals";
import { CODECS } from "../../../src/codec/codecs.ts";
import { USE_CASES } from "../../../src/engine/use-cases.ts";
import { loadBaseDocument } from "../../../src/simulator/base-document.ts";
import { checkDocument } from "../../../src/spec/check/check-document.ts";

const CAPABILITIES = { useCases: USE_CASES, codecs: CODECS };

test("the document that ships with the program asks for nothing that the program can't do", async () => {
  const base = await loadBaseDocument();
  expect(await checkDocument(base, base, CAPABILITIES)).toEqual([]);
});
