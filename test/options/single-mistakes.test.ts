import { expect, test } from "@jest/globals";
import { SimulatorError } from "../../src/core/errors.ts";
import { OPTION_ROWS } from "../../src/options/option-table.ts";
import { checkProject } from "../../src/options/project.ts";
import { settle } from "../../src/options/settings.ts";
import { formatPath } from "../../src/yaml/data-path.ts";
import { flawsOf, mistakesIn } from "../support/mistakes.ts";
import { SAMPLES } from "./values.ts";

const PROJECT = {
  format: 1,
  ...Object.fromEntries(
    OPTION_ROWS.filter(([, row]) => row.isInProjectFile).map(([name]) => [
      name,
      SAMPLES[name].data?.[0],
    ]),
  ),
};

test("a single mistake in a project file is a problem with a place, or none", () => {
  expect(checkProject(PROJECT).problems).toEqual([]);
  for (const { name, data } of mistakesIn(PROJECT)) {
    const issues = checkProject(data).problems.map(({ path, message }) => {
      return { path: formatPath(path), message };
    });
    const isWhole = name.startsWith("data =");
    expect([name, ...flawsOf(issues, ({ path }) => path !== "" || isWhole)]).toEqual([name]);
  }
});

test("a single mistake in the options of a program is a problem with a place, or none", () => {
  for (const { name, data } of mistakesIn({ scenario: "happy-path", overlays: ["strict"] })) {
    const issues = issuesOf(data);
    expect([
      name,
      ...flawsOf(issues, ({ path }) => path !== "" || name.startsWith("data =")),
    ]).toEqual([name]);
  }
});

function issuesOf(data: unknown) {
  try {
    settle(data as object);
    return [];
  } catch (error) {
    if (error instanceof SimulatorError) return error.issues;
    throw error;
  }
}
