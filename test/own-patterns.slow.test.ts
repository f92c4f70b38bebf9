import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import {
  builtPatterns,
  complaintsAbout,
  type OwnPattern,
  writtenPatterns,
} from "./support/own-patterns.ts";
import { slowPump } from "./support/pump.ts";

/**
 * Files that build constants when they are loaded, and why these are linear. They are visible only if no other test of this
 * process has loaded the file before.
 */
const BUILT_ON_LOADING: Readonly<Record<string, string>> = {
  "src/generate/lexicon/number-range.ts": "written numbers between fixed, linear parts",
  "src/generate/reading/amounts.ts": "a number of bounded length beside a currency",
  "src/spec/operation.ts":
    "the paths of operations and verbs: each part is `[^/]+` between slashes",
};

/** Files whose patterns are given at run time, and why these can't take long. */
const BUILT_LATER: Readonly<Record<string, string>> = {
  "packages/schema-values/src/regex/char-set.ts": "one class, matched against one character",
  "packages/schema-values/src/regex/parse-regex.ts": "only compiled, never matched",
  "src/cli/commands/record.ts": "the patterns of the user who runs the command",
  "src/generate/lexicon/descriptions.ts": "number words between fixed, linear parts",
  "src/generate/reading/language.ts": "one class of letters",
  "src/generate/reading/named-labels.ts":
    "labels as they are, with at most one separator between two words",
  "src/generate/reading/reader.ts": "the patterns of data/names, which are checked below",
  "src/options/forms.ts": "only tried on the empty string",
};

const { literals, builders } = writtenPatterns();

test("every regular expression in our source is linear", async () => {
  const patterns = [...literals, ...(await built())];
  const complaints = complaintsAbout(patterns);
  const found = patterns.flatMap((pattern, index) =>
    complaints[index] === undefined ? [] : [`${nameOf(pattern)} is ${complaints[index]}`],
  );
  expect(found).toEqual([]);
});

test("no regular expression in our source takes long for hostile strings", async () => {
  const patterns = [...literals, ...(await built())];
  const slow = patterns.flatMap((pattern) => {
    const pump = slowPump(new RegExp(pattern.source, pattern.flags));
    return pump === undefined ? [] : [`${nameOf(pattern)} is slow for ${pump}`];
  });
  expect(slow).toEqual([]);
});

test("regular expressions are built only where they are known to be linear", async () => {
  const patterns = await built();
  const unknown = builders.filter((file) => !patterns.some((pattern) => pattern.file === file));
  const later = unknown.filter((file) => !Object.hasOwn(BUILT_ON_LOADING, file));
  expect(later.sort()).toEqual(Object.keys(BUILT_LATER));
});

let loaded: Promise<readonly OwnPattern[]> | undefined;

function built(): Promise<readonly OwnPattern[]> {
  loaded ??= loadAll();
  return loaded;
}

async function loadAll(): Promise<readonly OwnPattern[]> {
  const patterns: OwnPattern[] = [...(await builtPatterns(builders))];
  const file = "data/names/descriptions.yaml";
  const { formats: _, ...tables } = parse(readFileSync(file, "utf8"));
  for (const [source] of Object.values<[string, unknown][]>(tables).flat())
    patterns.push({ file, source, flags: "i" });
  return patterns;
}

function nameOf({ file, source, flags }: OwnPattern): string {
  return `${file}: /${source}/${flags}`;
}
