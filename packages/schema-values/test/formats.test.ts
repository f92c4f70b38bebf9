import { expect, test } from "@jest/globals";
import { fullFormats } from "ajv-formats/dist/formats.js";
import fc from "fast-check";
import { formatTest, USUAL_LOOKS } from "../src/check/check-format.ts";

/** Whether a string is in a format according to the library's full test. */
function isInFull(text: string, name: string): boolean {
  const format: unknown = fullFormats[name as keyof typeof fullFormats];
  if (format instanceof RegExp) return format.test(text);
  if (typeof format === "function") return Boolean(format(text));
  const { validate } = format as { validate: RegExp | ((text: string) => boolean) };
  return validate instanceof RegExp ? validate.test(text) : Boolean(validate(text));
}

test.each(Object.entries(USUAL_LOOKS))("the usual form of a %s is valid", (name, usual) => {
  const looks = fc.stringMatching(usual);
  fc.assert(
    fc.property(looks, (text) => isInFull(text, name)),
    { numRuns: 200 },
  );
});

const UNUSUAL: readonly (readonly [string, string, boolean])[] = [
  ["date", "2024-02-29", true],
  ["date", "2023-02-29", false],
  ["date-time", "2024-02-29T23:59:60Z", true],
  ["date-time", "2024-02-30T00:00:00Z", false],
  ["date-time", "1985-04-12T23:20:50.52+01:00", true],
  ["time", "24:00:00Z", false],
  ["time", "12:00:00.5+02:00", true],
  ["email", "first.middle+tag@sub.example.org", true],
  ["email", "a..b@example.org", false],
  ["uuid", "URN:UUID:2EB8AA08-AA98-11EA-B4AA-73B441D16380", true],
  ["uuid", "2eb8aa08-aa98-11ea-b4aa73b441d16380", false],
  ["uuid", "2eb8aa08-aa98-11ea-b4aa-73b441d1638g", false],
  ["uuid", "2eb8aa08-aa98-11ea-b4aa073b441d16380", false],
];

test.each(UNUSUAL)("%s: %s is decided by the full test: %p", (name, text, isIn) => {
  expect(formatTest(name)(text)).toBe(isIn);
  expect(isInFull(text, name)).toBe(isIn);
});
