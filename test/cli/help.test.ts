import { expect, test } from "@jest/globals";
import { COMMAND_NAMES } from "../../src/cli/command-list.ts";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { helpText, readHelp } from "../../src/cli/output/help.ts";
import { textOf } from "../../src/options/option-row.ts";
import { OPTION_ROWS } from "../../src/options/option-table.ts";

const texts = await readHelp();

test("every option has a description that names its possible words", () => {
  expect(Object.keys(texts.options)).toEqual(OPTION_ROWS.map(([name]) => name));
  for (const row of OPTION_ROWS.filter(([name]) => name === "api" || name === "failOnVerdicts"))
    expect(textOf(texts.options, row).about).toContain(row[1].form.words?.join(", "));
});

test("help without a command lists every command", () => {
  const commands = [...helpText(texts).matchAll(/^ {2}batch-sim (\[?[a-z]+)/gm)].map(
    ([, name]) => name,
  );
  expect(commands).toEqual(COMMAND_NAMES.map((name) => (name === "start" ? "[start" : name)));
});

test.each(COMMAND_NAMES)("help %s lists the options of this command alone", (command) => {
  const listed = [...helpText(texts, command).matchAll(/^ {2}--([a-z-]+)/gm)].map(
    ([, flag]) => flag,
  );
  const own = OPTION_ROWS.filter(([, { commands }]) => commands.includes(command));
  expect(listed).toEqual(own.map(([, { flag }]) => flag));
});

test("help on a command shows its usage, purpose, options, and examples", () => {
  expect(helpText(texts, "lint")).toBe(`Usage: batch-sim lint NAME|FILE...

Check scenarios for problems.

Options:
  --api NAME           public batch API to simulate: anthropic, gemini, groq, mistral, openai (default: the API in the interface document)
  --overlay NAME|FILE  OpenAPI Overlay to apply: a shipped overlay's name, or a file; repeatable
  --strict             treat info findings as warnings or, with lint, warnings as errors

Examples:
  npx batch-sim lint my-scenario.yaml

Options can also be set with environment variables: --api-key with BATCH_SIM_API_KEY, --cors with
BATCH_SIM_CORS=1, and so on. Commas separate the items of a list. The command line takes precedence.
`);
});

test.each(
  Object.values(texts.commands).flatMap(({ examples }) => examples.map((example) => [example])),
)("the example `%s` is a valid command line", (example) => {
  const [line = ""] = example.split(" > ");
  expect(readCommandLine(line.split(" ").slice(1), {}).problems).toEqual([]);
});

test.each([
  [["help"], []],
  [["--help"], []],
  [["-h", "--nonsense"], []],
  [["help", "demo"], ["demo"]],
  [["demo", "--help", "--nonsense"], ["demo"]],
  [["exec", "-h"], ["exec"]],
])("%j asks for help on %j, whatever else is wrong", (argv, operands) => {
  expect(readCommandLine(argv, { BATCH_SIM_SCENRIO: "x" })).toMatchObject({
    command: "help",
    operands,
    problems: [],
  });
});
