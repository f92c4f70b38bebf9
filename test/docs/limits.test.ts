import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { isGenerated, proseLines, readPages } from "./pages.ts";

const pages = readPages();
const handwritten = pages.filter((page) => !isGenerated(page));

test("the README has at most 220 lines and 14 KiB", () => {
  const readme = readFileSync("README.md");
  expect(readme.toString().trimEnd().split("\n").length).toBeLessThanOrEqual(220);
  expect(readme.byteLength).toBeLessThanOrEqual(14 * 1024);
});

/** A table that a script writes into a page. */
const WRITTEN = /<!-- (\w+) -->\n(?:\|.*\n)+/g;

test("handwritten pages have at most 200 lines, without tables that a script writes", () => {
  const long = handwritten
    .filter(({ path }) => path !== "README.md")
    .filter(({ text }) => text.replace(WRITTEN, "").trimEnd().split("\n").length > 200);
  expect(long.map(({ path }) => path)).toEqual([]);
});

test("prose is wrapped at 120 characters; tables and code may be wider", () => {
  const wide = handwritten.flatMap(({ path, text }) =>
    proseLines(text).flatMap((line, index) =>
      [...line].length > 120 && !line.startsWith("|") ? [`${path}:${index + 1}`] : [],
    ),
  );
  expect(wide).toEqual([]);
});

test("anything that only a checkout contains is described as part of a checkout", () => {
  // After `--`, it is the user's own command.
  const onlyInCheckout = /`(src|test|scripts|bench|\.ci)\/|(?<!-- )\bnpm (ci|test|run)\b/;
  const found = pages
    .filter(({ path }) => !path.startsWith("docs/contributing/") && path !== "CONTRIBUTING.md")
    .filter(({ path }) => path !== "docs/ci.md")
    .flatMap(({ path, text }) =>
      text
        .split(/\n(?=#+ )/)
        .filter((section) => onlyInCheckout.test(section) && !section.includes("checkout"))
        .map((section) => `${path}: ${section.split("\n")[0]}`),
    );
  expect(found).toEqual([]);
});
