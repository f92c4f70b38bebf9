import { expect, test } from "@jest/globals";
import { visibleText } from "../../src/core/visible-text.ts";

test("control characters, changes of direction, and Unicode's line breaks are shown", () => {
  expect(visibleText("a\u001b[31m\u202eb\u2028c\u2066d\u200f")).toBe(
    "a\\u001b[31m\\u202eb\\u2028c\\u2066d\\u200f",
  );
  expect(visibleText("lines\n\tand 👩‍👩‍👧 é 語")).toBe("lines\n\tand 👩‍👩‍👧 é 語");
});
