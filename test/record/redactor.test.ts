import { expect, test } from "@jest/globals";
import fc from "fast-check";
import type { RawCall } from "../../src/record/raw-call.ts";
import { Redactor } from "../../src/record/redactor.ts";

const NOTHING = { headers: [], body: { byteLength: 0 } };

function redactorWith(secrets: readonly string[]): Redactor {
  const redactor = new Redactor({
    keySchemes: [{ header: "", scheme: "" }],
    signatureNames: ["sig"],
  });
  for (const secret of secrets) redactor.note(callTo(`/file?sig=${secret}`));
  return redactor;
}

function callTo(url: string): RawCall {
  return {
    ...{ at: 0, until: 0, connection: 1, method: "GET", url, end: "finished" },
    ...{ request: NOTHING, response: { status: 200, ...NOTHING } },
  };
}

test("secrets are replaced wherever they occur, the longest first", () => {
  const redactor = redactorWith(["abcdef", "abcdefghi", "another-secret", "short"]);
  expect(redactor.clean({ "xabcdefghix abcdefg": ["abcdefabcdef", "short", 1, null] })).toEqual({
    "x***x ***g": ["******", "short", 1, null],
  });
});

test("thousands of secrets are replaced, and random ones in any order", () => {
  const secret = fc.string({ unit: fc.constantFrom("a", "b", "c"), minLength: 6, maxLength: 9 });
  fc.assert(
    fc.property(fc.array(secret, { minLength: 1, maxLength: 30 }), (secrets) => {
      const cleaned = redactorWith(secrets).clean(secrets.join(" "));
      expect(secrets.filter((each) => cleaned.includes(each))).toEqual([]);
    }),
  );
  const many = Array.from({ length: 5000 }, (_, index) => `signature-${index}-`);
  expect(redactorWith(many).clean(many)).toEqual(many.map(() => "***"));
});
