import { expect, test } from "@jest/globals";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { variableOf } from "../../src/options/option-row.ts";
import { OPTION_ROWS } from "../../src/options/option-table.ts";
import { checkProject } from "../../src/options/project.ts";
import { settle } from "../../src/options/settings.ts";
import { SIMULATOR_TABLE } from "../../src/options/simulator-table.ts";
import { SAMPLES } from "./values.ts";

/** The words that a command needs. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  lint: ["story.yaml"],
  exec: ["--", "true"],
  record: ["--", "true"],
  report: ["http://127.0.0.1:4010"],
  store: ["reset"],
};

const rows = OPTION_ROWS.map(([name, row]) => ({ name, row, samples: SAMPLES[name] }));
const inProgram = rows.filter(({ name }) => Object.hasOwn(SIMULATOR_TABLE, name));
const inFile = rows.filter(({ row }) => row.isInProjectFile);
const onLine = rows.flatMap(({ name, row, samples }) => {
  const { flag, form, commands } = row;
  const { placeholder } = form;
  const { text, badTexts = [], with: others = {} } = samples;
  const command = commands[0] ?? "start";
  const more = Object.entries(others).map(([other, value]) => `--${other}=${value}`);
  const argv = [command, ...more, ...(OPERANDS[command] ?? [])];
  const read = (args: readonly string[], env: Record<string, string>) =>
    readCommandLine([command, ...args, ...argv.slice(1)], env);
  return flag === undefined
    ? []
    : [{ name, flag, placeholder, variable: variableOf(row), text, badTexts, read }];
});
const inEnvironment = onLine.flatMap(({ variable, ...each }) =>
  variable === undefined ? [] : [{ ...each, variable }],
);

/** The sentence about a refused value, with the option's name. */
const sentence = (template: string, name: string): string =>
  `Expected ${template.replace("?", name)}`;

/** The message of the error that a function throws; empty if it throws none. */
function refusal(run: () => unknown): string {
  try {
    run();
    return "";
  } catch (error) {
    return error instanceof Error ? error.message : "";
  }
}

test.each(inProgram)("a program can set `$name`", ({ name, samples }) => {
  const [data, value] = samples.data ?? [];
  const settings = settle({ control: false, ...samples.with, [name]: data });
  // The clock is the only setting that differs from its option.
  const expected = name === "clock" ? { mode: "scaled", scale: 60 } : value;
  expect(settings[name as keyof typeof settings]).toEqual(expected);
});

test.each(inProgram)("a program can't set `$name` to just anything", ({ name, samples }) => {
  const { badData = [] } = samples;
  expect(badData.length).toBeGreaterThan(0);
  for (const [data, template] of badData) {
    expect(refusal(() => settle({ ...samples.with, [name]: data }))).toBe(sentence(template, name));
  }
});

test.each(inFile)("a project file can set `$name`", ({ name, samples }) => {
  const [data, value] = samples.data ?? [];
  expect(checkProject({ [name]: data })).toEqual({ options: { [name]: value }, problems: [] });
});

test.each(inFile)("a project file can't set `$name` to just anything", ({ name, samples }) => {
  const { badData = [] } = samples;
  expect(badData.length).toBeGreaterThan(0);
  for (const [data, template] of badData) {
    const { problems } = checkProject({ [name]: data });
    expect(problems.map(({ message }) => message)).toEqual([sentence(template, name)]);
  }
});

test.each(onLine)("--$flag sets `$name`", ({ name, flag, placeholder, text, read }) => {
  const [given = "", value] = text ?? [];
  const args = placeholder === undefined ? [`--${flag}`] : [`--${flag}`, given];
  const { problems, options } = read(args, {});
  expect([problems, options[name]]).toEqual([[], value]);
});

test.each(onLine)("--$flag refuses other texts", ({ flag, badTexts, read }) => {
  expect(badTexts.length).toBeGreaterThan(0);
  for (const [text, template] of badTexts) {
    const expected = [sentence(template, `--${flag}`)];
    expect(read([`--${flag}=${text}`], {}).problems).toEqual(expected);
  }
});

test.each(inEnvironment)("$variable sets `$name`", ({ name, variable, text, read }) => {
  const [given = "", value] = text ?? [];
  const { problems, options } = read([], { [variable]: given });
  expect([problems, options[name]]).toEqual([[], value]);
});

test.each(inEnvironment)("$variable refuses other texts", ({ variable, badTexts, read }) => {
  for (const [text, template] of badTexts) {
    const expected = [sentence(template, variable)];
    expect(read([], { [variable]: text }).problems).toEqual(expected);
  }
});

test("an option that changes responses has a flag, so that a command can repeat it", () => {
  const shaping = rows.filter(({ row }) => row.shapesResponses);
  expect(shaping.map(({ row }) => typeof row.flag)).toEqual(shaping.map(() => "string"));
});
