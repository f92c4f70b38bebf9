import { expect, test } from "@jest/globals";
import type { Table } from "../../src/codec/table.ts";
import { type ColumnChoice, chooseColumn } from "../../src/input/choose-column.ts";
import { UnreadableFileError } from "../../src/input/detect-format.ts";

const DEFAULT: ColumnChoice = { rule: "inputs-or-first-text" };
const ONLY: ColumnChoice = { rule: "only-column" };

type Case = [name: string, columns: Table["columns"], choice: ColumnChoice, expected: string];

const ID = { name: "id", type: "integer" } as const;
const PROMPT = { name: "prompt", type: "string" } as const;
const INPUTS = { name: "inputs", type: "string" } as const;
const COUNTED = { name: "inputs", type: "integer" } as const;

test.each<Case>([
  [
    "the column that is named",
    [ID, PROMPT, INPUTS],
    { ...DEFAULT, columnName: "prompt" },
    "prompt",
  ],
  [
    "a named column that doesn't contain strings",
    [ID, PROMPT],
    { ...DEFAULT, columnName: "id" },
    "id",
  ],
  [
    "a named column of several where only one is taken",
    [ID, PROMPT],
    { ...ONLY, columnName: "id" },
    "id",
  ],
  ["the column `inputs` before other text", [PROMPT, INPUTS], DEFAULT, "inputs"],
  ["the column `inputs` that doesn't contain strings", [PROMPT, COUNTED], DEFAULT, "inputs"],
  ["the first column of text", [ID, PROMPT, { name: "answer", type: "string" }], DEFAULT, "prompt"],
  ["the only column", [PROMPT], ONLY, "prompt"],
  ["the only column, without strings", [ID], ONLY, "id"],
])("%s holds the inputs", (_, columns, choice, columnName) => {
  expect(chooseColumn(columns, choice)).toBe(columnName);
});

test.each<Case>([
  [
    "a name that is not there",
    [ID, PROMPT],
    { ...DEFAULT, columnName: "question" },
    "expected a column `question`, got `id` (integer), `prompt` (string)",
  ],
  [
    "a misspelt name",
    [ID, PROMPT],
    { ...DEFAULT, columnName: "promt" },
    "expected a column `promt`, got `id` (integer), `prompt` (string). Did you mean `prompt`?",
  ],
  [
    "a name in another case",
    [ID, PROMPT],
    { ...DEFAULT, columnName: "Prompt" },
    "expected a column `Prompt`, got `id` (integer), `prompt` (string). Did you mean `prompt`?",
  ],
  [
    "no column of text",
    [ID],
    DEFAULT,
    "expected a column `inputs` or a column of strings, got `id` (integer)",
  ],
  [
    "several columns where only one is taken",
    [ID, INPUTS],
    ONLY,
    "expected it to have one column, got `id` (integer), `inputs` (string)",
  ],
  ["no columns", [], DEFAULT, "it has no columns"],
  ["no columns for a name", [], { ...DEFAULT, columnName: "prompt" }, "it has no columns"],
])("%s is a problem", (_, columns, choice, problem) => {
  expect(() => chooseColumn(columns, choice)).toThrow(new UnreadableFileError(problem));
});

test("of many columns twenty are named", () => {
  const type = "number" as const;
  const columns = Array.from({ length: 25 }, (_, index) => ({ name: `c${index}`, type }));

  expect(() => chooseColumn(columns, DEFAULT)).toThrow(/`c19` \(number\) and 5 more$/);
});
