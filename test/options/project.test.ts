import { expect, test } from "@jest/globals";
import { parseProject } from "../../src/cli/project-file.ts";
import { checkProject } from "../../src/options/project.ts";

test("a project file may name its format", () => {
  expect(checkProject({ format: 1, seed: 3 })).toEqual({ options: { seed: 3 }, problems: [] });
});

test.each([2, "1", null])("the format %j is refused", (format) => {
  const got = `\`${JSON.stringify(format)}\` (${format === null ? "null" : typeof format})`;
  expect(checkProject({ format })).toEqual({
    options: {},
    problems: [
      {
        path: ["format"],
        at: "value",
        message: `Expected \`format\` to be \`1\`, the only format that this version of batch-sim reads, got ${got}.`,
      },
    ],
  });
});

test("an option of the command line alone is an unknown key", () => {
  expect(checkProject({ port: 7, fail_on: "never" }).problems).toEqual([
    {
      path: ["port"],
      at: "key",
      message: expect.stringMatching(/^Unknown key `port`. Known: `format`, `scenario`, /),
    },
    { path: ["fail_on"], at: "key", message: "Unknown key `fail_on`. Did you mean `failOn`?" },
  ]);
});

test("a file that isn't an object is refused", () => {
  expect(checkProject(["seed"]).problems).toEqual([
    {
      path: [],
      at: "value",
      message: 'Expected the project file to be an object, got `["seed"]` (list).',
    },
  ]);
});

test.each([
  ["# yaml-language-server: $schema=./project.schema.json\nseed: 3\n", { seed: 3 }],
  ["", {}],
  ["# nothing yet\n", {}],
])("the text %j is a project", async (text, options) => {
  const problems: string[] = [];
  expect([await parseProject(text, "sim.yaml", problems), problems]).toEqual([options, []]);
});

test("problems of syntax and of values come with their places", async () => {
  const problems: string[] = [];
  await parseProject("seed: one\nseed: 2\n", "sim.yaml", problems);
  expect(problems[0]).toMatch(/^Failed to read `sim.yaml`: \d problems?\.$/);
  expect(problems[1]).toMatch(/^sim\.yaml:\d:\d/);
});
