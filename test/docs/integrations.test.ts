import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

import { parse } from "yaml";
import { OPTION_ROWS } from "../../src/options/option-table.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };

/** The files that state a package's version, and how. */
const VERSIONS: readonly (readonly [string, RegExp])[] = [
  ["integrations/python/pyproject.toml", /^version = "(.*)"$/m],
  ["integrations/go/batchsim.go", /^const Version = "(.*)"$/m],
];

test.each(VERSIONS)("%s has the program's version", (path, pattern) => {
  expect(pattern.exec(readFileSync(path, "utf8"))?.[1]).toBe(version);
});

test.each(["python", "go", "action"])(
  "the changelog in integrations/%s has a section for the version",
  (name) => {
    const text = readFileSync(`integrations/${name}/CHANGELOG.md`, "utf8");
    expect(text.split("\n")).toContain(`## ${version}`);
  },
);

/** Options for a person at a terminal, and options that the action itself sets. */
const NOT_INPUTS = new Set(["json", "log", "exit-with-parent", "watch", "coverage"]);

test("the inputs of the GitHub action are the options of `start` and `report`", () => {
  const flags = OPTION_ROWS.map(([, row]) => row)
    .filter(({ commands }) => commands.includes("start") || commands.includes("report"))
    .flatMap(({ flag = "json" }) => (NOT_INPUTS.has(flag) ? [] : [flag]));
  const { inputs, runs } = parse(readFileSync("action.yml", "utf8"));
  expect(Object.keys(inputs)).toEqual([...flags, "env", "command", "artifact"]);
  for (const file of [runs.main, runs.post]) expect(readFileSync(file, "utf8")).not.toBe("");
});
