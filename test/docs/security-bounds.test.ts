import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";

/** The place of each bound of SECURITY.md in the program: a file, and the name of a constant or a key with the number. */
const PLACES: Readonly<Record<string, readonly [file: string, name: string]>> = {
  "body, as sent and as decoded (`--max-body`)": ["options/limit-table", "maxBodyBytes.fallback"],
  "ratio of a body's decoded size to its size as sent, beyond the first 16 MiB": [
    "input/body-chunks",
    "MAX_RATIO",
  ],
  "download from an input URL (`--max-download`)": [
    "options/limit-table",
    "maxDownloadBytes.fallback",
  ],
  "redirects followed for an input URL": ["input/url/http-get", "MAX_REDIRECTS"],
  "time to download a job's inputs": ["options/limit-table", "fetchTimeoutMs.fallback"],
  "idle time while a body arrives (`--request-timeout`)": [
    "options/limit-table",
    "requestTimeoutMs.fallback",
  ],
  "string, number, or key outside inputs": ["input/json/streamed-json", "MAX_VALUE_BYTES"],
  "characters of all strings and keys outside inputs": [
    "input/json/streamed-json",
    "MAX_TEXT_LENGTH",
  ],
  "job ID, dataset ID, or model name, in characters": ["input/json/json-limits", "MAX_ID_LENGTH"],
  "row of a job": ["codec/row-limits", "MAX_CELL_BYTES"],
  "rows of a job (`--max-rows`)": ["options/limit-table", "maxRows.fallback"],
  "inputs of a job, decoded (`--max-decoded`)": ["options/limit-table", "maxDecodedBytes.fallback"],
  "inputs of a job kept in memory; larger inputs are kept on disk": [
    "input/row-packer",
    "MOST_BYTES_IN_MEMORY",
  ],
  "page of a Parquet file, decoded": ["codec/parquet/parquet-pages", "MAX_PAGE_BYTES"],
  "JSON or scenario in a control request": ["http/control/control-arguments", "MOST_TEXT_BYTES"],
  "nesting of JSON in a control request, in levels": ["input/json/json-limits", "MAX_JSON_DEPTH"],
  "quoted value in a message, in characters": ["core/errors", "MAX_QUOTED"],
  "steps to process a JSON Schema (`--max-schema-steps`)": [
    "options/limit-table",
    "maxSchemaSteps.fallback",
  ],
  "requests waiting for a schema worker": ["workers/seats", "MOST_WAITING"],
  "files waiting for a Parquet worker": ["workers/seats", "MOST_WAITING"],
  "exchanges in the journal (`--max-journal-exchanges`)": [
    "options/limit-table",
    "maxJournalExchanges.fallback",
  ],
  "journal size (`--max-journal-bytes`)": ["options/limit-table", "maxJournalBytes.fallback"],
  "part of a body kept in the journal": ["http/body-keeper", "MAX_KEPT_BYTES"],
  "requests on which the report is based": ["state/records", "MAX_TRACES"],
  "size of the data about these requests": ["state/records", "MAX_BYTES"],
  "memory for bodies that are being read": ["http/request/body-stream", "MAX_BYTES"],
  "sandboxes (`--max-sandboxes`)": ["options/limit-table", "maxSandboxes.fallback"],
  "memory for sandboxes (`--max-sandbox-bytes`), and at most a third of the heap": [
    "options/limit-table",
    "maxSandboxBytes.fallback",
  ],
  "inputs on disk (`--max-sandbox-disk`)": ["options/limit-table", "maxSandboxDiskBytes.fallback"],
  "schema workers": ["generate/schemas/worker-pool", "WORKERS"],
  "heap of a schema worker": ["generate/schemas/worker-pool", "LIMITS.megabytes"],
  "Parquet workers": ["codec/parquet/worker/parquet-workers", "MOST_WORKERS"],
  "heap of a Parquet worker": ["codec/parquet/worker/parquet-workers", "HEAP_MB"],
  "time for a Parquet worker to produce its next rows": [
    "codec/parquet/worker/parquet-workers",
    "HUNG_AFTER_MS",
  ],
  "report data about ended sandboxes": ["simulator/report-registry", "KEPT_LIMITS.maxBytes"],
  "waiting responses that continue in one cycle of the event loop": [
    "state/wake-in-turns",
    "MOST_PER_CYCLE",
  ],
};

const MIB = 1024 ** 2;

/** A unit of the table, in that of the program's constants: bytes, and milliseconds. */
const UNITS: Readonly<Record<string, number>> = {
  "": 1,
  s: 1000,
  KiB: 1024,
  MiB: MIB,
  GiB: 1024 * MIB,
};

/** The number in the program; a product of numbers is worked out. Heaps are in megabytes. */
function numberAt([file, name]: readonly [string, string]): number {
  const [start = "", key] = name.split(".");
  const text = readFileSync(`src/${file}.ts`, "utf8");
  const from = new RegExp(`^(?:(?:export )?const |  )${start}\\b`, "m").exec(text)?.index ?? -1;
  if (from < 0) throw new Error(`Expected \`${start}\` in src/${file}.ts.`);
  const found = key === undefined ? /= ([\d_ *MIB]+);/ : new RegExp(`\\b${key}: ([\\d_ *MIB]+)`);
  const [, expression = ""] = found.exec(text.slice(from)) ?? [];
  const factors = expression
    .trim()
    .split(/ \* (?!\*)/)
    .map((factor) => {
      const [base = "", exponent = "1"] = factor.split(" ** ");
      return (base === "MIB" ? MIB : Number(base.replaceAll("_", ""))) ** Number(exponent);
    });
  const product = factors.reduce((all, factor) => all * factor, 1);
  return /HEAP_MB|megabytes/.test(name) ? product * MIB : product;
}

test("the bounds in SECURITY.md are those of the program", () => {
  const [, section = ""] = readFileSync("SECURITY.md", "utf8").split("\n## Bounds\n");
  const rows = [...section.matchAll(/^\| (.+?) \| .+? \| (\d+) ?(\w*) \|$/gm)];
  const stated = rows.map(([, bound = "", count, unit = ""]) => [
    bound,
    Number(count) * (UNITS[unit] ?? Number.NaN),
  ]);
  const real = Object.entries(PLACES).map(([bound, place]) => [bound, numberAt(place)]);
  expect(stated).toEqual(real);
});

/** Figures in the text: one with a capture for the number, its unit in the program, and where the program has it. */
const FIGURES: readonly (readonly [
  text: RegExp,
  unit: number,
  place: readonly [string, string],
])[] = [
  [/limited in number \((\d+) million\)/, 1e6, ["options/limit-table", "maxRows.fallback"]],
  [
    /in size once decoded \((\d+) GiB\)/,
    1024 * MIB,
    ["options/limit-table", "maxDecodedBytes.fallback"],
  ],
  [/at most (\d+) MiB per row/, MIB, ["codec/row-limits", "MAX_CELL_BYTES"]],
  [
    /Inputs of more than (\d+) MiB are kept in a temporary file/,
    MIB,
    ["input/row-packer", "MOST_BYTES_IN_MEMORY"],
  ],
  [
    /a page may decode to at most (\d+) MiB/,
    MIB,
    ["codec/parquet/parquet-pages", "MAX_PAGE_BYTES"],
  ],
  [
    /all pages of a column to at most (\d+) times/,
    1,
    ["codec/parquet/parquet-part", "BYTES_A_CHARACTER"],
  ],
  [
    /worker has at most (\d+) MiB of heap/,
    MIB,
    ["codec/parquet/worker/parquet-workers", "HEAP_MB"],
  ],
  [
    /may have at most (\d+) GiB of inputs on disk/,
    1024 * MIB,
    ["options/limit-table", "maxSandboxDiskBytes.fallback"],
  ],
  [/may take at most (\d+) seconds/, 1000, ["options/limit-table", "fetchTimeoutMs.fallback"]],
  [/an input may be at most (\d+) MiB/, MIB, ["input/json/streamed-json", "MAX_VALUE_BYTES"]],
  [/together may have at most (\S+) char/, 1, ["input/json/streamed-json", "MAX_TEXT_LENGTH"]],
  [/plus (\d+) times its size/, 1, ["input/body-chunks", "MAX_RATIO"]],
  [/body may decode to at most (\d+) MiB/, MIB, ["input/body-chunks", "FREE_BYTES"]],
  [/may together use at most (\d+) GiB/, 1024 * MIB, ["http/request/body-stream", "MAX_BYTES"]],
  [/at most (\d+) requests per sandbox/, 1, ["workers/seats", "MOST_WAITING"]],
  [/more than (\S+) values, only/, 1, ["http/request/problem-message", "MOST_VALUES"]],
  [
    /or a scenario may be at most (\d+) KiB/,
    1024,
    ["http/control/control-arguments", "MOST_TEXT_BYTES"],
  ],
  [/nested at most (\S+) levels/, 1, ["input/json/json-limits", "MAX_JSON_DEPTH"]],
  [/scenarios larger than (\d+) KiB/, 1024, ["simulator/scenario-registry", "SMALL_BYTES"]],
  [/up to (\d+) KiB of each/, 1024, ["http/body-keeper", "MAX_KEPT_BYTES"]],
];

test("the figures in the text of SECURITY.md are those of the program", () => {
  const document = readFileSync("SECURITY.md", "utf8");
  const stated = FIGURES.map(([text, unit]) => {
    const [, number = ""] = text.exec(document.replaceAll("\n", " ")) ?? [];
    return [text, Number.parseInt(number.replaceAll(",", ""), 10) * unit];
  });
  expect(stated).toEqual(FIGURES.map(([text, , place]) => [text, numberAt(place)]));
});
