import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { RowRule } from "../../src/core/rows/row-rule.ts";
import { loadScenario } from "../../src/scenario/load/load-scenario.ts";
import { parseScenario } from "../../src/scenario/load/parse-scenario.ts";
import { VOCABULARY } from "./vocabulary.ts";

let folder = "";

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "batch-sim-rows-"));
  await mkdir(join(folder, "data"));
  await writeFile(join(folder, "data", "a.csv"), "inputs\nx\n");
  await writeFile(join(folder, "b.csv"), "inputs\ny\n");
  await writeFile(
    join(folder, "replies.jsonl"),
    `\ufeff{"input": "hi", "output": "hello"}\n\n{"input": "__proto__", "output": "replaced"}\n{"input": "__proto__", "output": {"n": 1}}\n`,
  );
  await writeFile(join(folder, "wrong.jsonl"), `{"input": "hi", "output": 1}\n{"input": "ho"}\n`);
  await writeFile(join(folder, "empty.jsonl"), "\n");
});

afterAll(async () => {
  await rm(folder, { recursive: true });
});

function fromText(text: string) {
  return parseScenario(text, { file: "x.yaml", vocabulary: VOCABULARY });
}

async function fromFile(text: string) {
  const file = join(folder, "x.yaml");
  await writeFile(file, text);
  return loadScenario(file, { builtinDir: "scenarios", vocabulary: VOCABULARY });
}

describe("a row rule is written", () => {
  const rows: readonly (readonly [string, RowRule])[] = [
    ["outcome: empty", { outcome: { kind: "empty" } }],
    [
      "index: 3, outcome: refusal",
      {
        where: { kind: "index", indexes: [3] },
        outcome: { kind: "refusal", text: "I'm sorry, but I can't help with that." },
      },
    ],
    [
      "index: [0, 2], outcome: { refusal: No. }",
      { where: { kind: "index", indexes: [0, 2] }, outcome: { kind: "refusal", text: "No." } },
    ],
    [
      "range: [10, 19], outcome: schemaViolation",
      { where: { kind: "range", first: 10, last: 19 }, outcome: { kind: "schemaViolation" } },
    ],
    [
      "every: 10, values: edge",
      { where: { kind: "every", nth: 10 }, outcome: { kind: "values", values: "edge" } },
    ],
    ["values: plausible", { outcome: { kind: "values", values: "plausible" } }],
    [
      "share: 5%, outcome: invalidJson",
      { where: { kind: "share", share: 0.05 }, outcome: { kind: "invalidJson" } },
    ],
    [
      "match: spam, outcome: truncatedJson",
      { where: { kind: "contains", text: "spam" }, outcome: { kind: "truncatedJson" } },
    ],
    [
      "match: { pattern: ^a+$ }, outcome: missingContent",
      { where: { kind: "pattern", pattern: "^a+$" }, outcome: { kind: "missingContent" } },
    ],
    ["outcome: { huge: { bytes: 5 } }", { outcome: { kind: "huge", bytes: 5 } }],
    ["outcome: { text: same }", { outcome: { kind: "text", text: "same" } }],
    [
      "outcome: { template: '$${row} ${input}' }",
      { outcome: { kind: "template", template: "$${row} ${input}" } },
    ],
  ];
  test.each(rows)("%s", async (text, rule) => {
    const scenario = await fromText(`rows:\n  - { ${text} }\n`);
    expect(scenario.rows).toEqual([rule]);
  });
});

test("canned outputs are read once, from a file next to the scenario", async () => {
  const scenario = await fromFile("rows: [{ outcome: { canned: replies.jsonl } }]");
  expect(scenario.rows).toHaveLength(1);
  expect(JSON.stringify(scenario.rows[0])).toBe(
    `{"outcome":{"kind":"canned","outputs":{"hi":"hello","__proto__":"{\\"n\\":1}"}}}`,
  );
});

test("datasets are rows, or files next to the scenario, in order", async () => {
  const text = `
datasets:
  dataset-texts: { rows: [one, two] }
  dataset-columns: { rows: [{ inputs: one, stars: 5 }] }
  dataset-file: { files: data/a.csv }
  dataset-files: { files: [b.csv, ./data/a.csv] }
`;
  expect((await fromFile(text)).datasets).toEqual({
    "dataset-texts": { kind: "rows", rows: ["one", "two"] },
    "dataset-columns": { kind: "rows", rows: [{ inputs: "one", stars: 5 }] },
    "dataset-file": { kind: "files", paths: [join(folder, "data/a.csv")] },
    "dataset-files": { kind: "files", paths: [join(folder, "b.csv"), join(folder, "data/a.csv")] },
  });
});

test("a capacity is a number of jobs", async () => {
  expect((await fromText("capacity: 2")).capacity).toBe(2);
  await expect(fromText("capacity: 0")).rejects.toThrow(
    "x.yaml:1:11 capacity: Expected a whole number of at least 1, got `0` (number).",
  );
});

const OUTCOMES =
  "`empty`, `refusal`, `schemaViolation`, `invalidJson`, `truncatedJson`, `missingContent`, or an object with exactly one of `refusal`, `error`, `huge`, `text`, `template`, and `canned`";

describe("rows and datasets are rejected", () => {
  const rows: readonly (readonly [string, string])[] = [
    [
      "rows: [{ index: 1 }]",
      '1:8 rows.0: Expected an object with either `outcome` or `values`, got `{"index":1}` (object).',
    ],
    [
      "rows: [{ values: edge, outcome: empty }]",
      '1:8 rows.0: Expected an object with either `outcome` or `values`, got `{"values":"edge","outcome":"empty"}` (object).',
    ],
    [
      "rows: [{ outcome: emtpy }]",
      `1:19 rows.0.outcome: Expected ${OUTCOMES}, got \`"emtpy"\` (string). Did you mean \`empty\`?`,
    ],
    [
      "rows: [{ index: 1, share: 1, outcome: empty }]",
      '1:8 rows.0: Expected an object with at most one of `index`, `range`, `every`, `share`, and `match`, got `{"index":1,"share":1,"outcome":"empty"}` (object).',
    ],
    [
      "rows: [{ range: [2, 1], outcome: empty }]",
      "1:17 rows.0.range: Expected a list of two indexes, the first and the last, in ascending order, got `[2,1]` (list).",
    ],
    [
      "rows: [{ match: { pattern: '(' }, outcome: empty }]",
      '1:28 rows.0.match.pattern: Expected an ECMAScript regular expression, got `"("` (string).',
    ],
    [
      "rows: [{ outcome: { template: '${row}' } }]",
      '1:31 rows.0.outcome.template: Expected a string in which `${input}` and `${index}` are the only placeholders (`$${` stands for `${`), got `"${row}"` (string).',
    ],
    [
      "rows: [{ outcome: { huge: { bytes: 100000001 } } }]",
      "1:36 rows.0.outcome.huge.bytes: Expected a whole number of bytes from 1 to 100000000, got `100000001` (number).",
    ],
    [
      "rows: [{ outcome: { canned: none.jsonl } }]",
      '1:29 rows.0.outcome.canned: Expected a file next to the scenario file, got `"none.jsonl"` (string).',
    ],
    [
      "rows: [{ outcome: { canned: wrong.jsonl } }]",
      '1:29 rows.0.outcome.canned: Expected a JSONL file of objects, each with a string `input`, an `output`, and no other key (line 2 is not such an object), got `"wrong.jsonl"` (string).',
    ],
    [
      "rows: [{ outcome: { canned: empty.jsonl } }]",
      '1:29 rows.0.outcome.canned: Expected a JSONL file of objects, each with a string `input`, an `output`, and no other key (it has no objects), got `"empty.jsonl"` (string).',
    ],
    [
      "datasets: { d: { files: [b.csv, data] } }",
      '1:33 datasets.d.files.1: Expected a file next to the scenario file, got `"data"` (string).',
    ],
    [
      "datasets: { d: { rows: [1] } }",
      "1:25 datasets.d.rows.0: Expected a string, or an object that maps column names to values, got `1` (number).",
    ],
  ];
  test.each(rows)("%s", async (text, problem) => {
    await expect(fromFile(text)).rejects.toThrow(`x.yaml:${problem}`);
  });
});

test("a scenario given as text can't name files", async () => {
  await expect(fromText("datasets: { d: { files: b.csv } }")).rejects.toThrow(
    'x.yaml:1:25 datasets.d.files: Expected a file next to the scenario file (a scenario given as text can\'t name files), got `"b.csv"` (string).',
  );
});
