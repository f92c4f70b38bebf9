import { readFileSync } from "node:fs";
import { expect, test } from "@jest/globals";
import { parse } from "yaml";
import { API_NAMES } from "../src/options/simulator-table.ts";
import { sourceFiles, sourceText } from "./support/source-files.ts";

// The layers: what each part is, which of our parts it may import, and which packages and Node modules it may use.
const LAYERS: Record<string, { imports: string[]; uses: RegExp }> = {
  core: { imports: [], uses: /^$/ },
  faults: { imports: ["core"], uses: /^$/ },
  "schema-values": {
    imports: [],
    uses: /^(@eslint-community\/regexpp|ajv|ajv-draft-04|ajv-formats|json-schema-faker)(\/|$)/,
  },
  workers: { imports: ["core"], uses: /^node:(events|fs|worker_threads)(\/|$)/ },
  generate: {
    imports: ["core", "schema-values", "workers"],
    uses: /^(@faker-js\/faker|yaml|node:(buffer|fs|worker_threads))(\/|$)/,
  },
  codec: {
    imports: ["core", "workers"],
    uses: /^(archiver|hyparquet|hyparquet-writer|hyparquet-compressors|@foxglove\/wasm-zstd|node:stream|node:string_decoder|node:zlib|node:buffer|node:timers|node:crypto|node:events|node:worker_threads)(\/|$)/,
  },
  input: { imports: ["core", "codec"], uses: /^(node:|busboy$)/ },
  yaml: { imports: ["core"], uses: /^(yaml|node:fs)(\/|$)/ },
  scenario: {
    imports: ["core", "faults", "schema-values", "yaml"],
    uses: /^(zod|node:fs|node:path)(\/|$)/,
  },
  spec: {
    imports: ["core", "schema-values", "yaml"],
    uses: /^(json-e|jsonpath-rfc9535|ajv|ajv-formats|@seriousme\/openapi-schema-validator|node:fs)(\/|$)/,
  },
  state: { imports: ["core"], uses: /^$/ },
  stores: {
    imports: ["core", "codec", "state"],
    uses: /^(postgres|node:(buffer|crypto|events|fs|net|os|path|util|zlib))$/,
  },
  findings: { imports: ["core", "faults"], uses: /^\.\.\/data\/findings\.yaml$/ },
  engine: { imports: ["core", "faults", "generate", "codec", "input", "state"], uses: /^$/ },
  control: {
    imports: ["core", "faults", "findings", "engine", "spec", "scenario", "state", "input", "yaml"],
    uses: /^zod$/,
  },
  http: {
    imports: [
      ...["core", "faults", "schema-values", "engine", "spec", "scenario", "control", "state"],
      ...["input", "codec"],
    ],
    uses: /^(express|express-openapi-validator|node:)/,
  },
  options: {
    imports: ["core", "yaml", "findings"],
    uses: /^$/,
  },
  client: { imports: ["core", "control", "options"], uses: /^node:util$/ },
  simulator: {
    imports: [
      ...["core", "schema-values", "generate", "codec", "input", "scenario", "spec", "state"],
      ...["stores", "findings", "engine", "control", "http", "options", "client", "workers"],
    ],
    uses: /^(express|cors|prom-client|yaml|node:)/,
  },
  explore: {
    imports: ["core", "faults", "findings", "control", "options", "spec", "simulator"],
    uses: /^(yaml|node:(child_process|fs|path))$/,
  },
  record: {
    imports: ["core", "codec", "input", "findings", "control", "spec"],
    uses: /^(yaml|node:(buffer|crypto|events|http|https|net|stream|tls|zlib))$/,
  },
  verify: {
    imports: ["core", "findings", "control", "spec", "record"],
    uses: /^yaml$/,
  },
  cli: {
    imports: [
      ...["core", "faults", "generate", "input", "yaml", "scenario", "spec", "findings"],
      ...["control", "options", "client", "stores", "simulator", "explore", "record", "verify"],
    ],
    uses: /^(yaml|picocolors|node:)/,
  },
  viewer: {
    imports: ["core", "findings", "control"],
    uses: /^(preact|@preact\/signals)(\/|$)/,
  },
  runners: {
    imports: ["core", "findings", "control", "options", "client", "simulator", "cli"],
    uses: /^(vitest$|@jest\/globals$|node:)/,
  },
  "index.ts": {
    imports: ["core", "engine", "findings", "control", "options", "client", "simulator"],
    uses: /^$/,
  },
  "types.ts": {
    imports: ["core", "engine", "findings", "control", "options", "client", "simulator"],
    uses: /^$/,
  },
  "cli.ts": { imports: ["cli"], uses: /^node:module$/ },
};

const sources = sourceFiles();
const files = sources.map(({ path }) => path);
const imports = sources.flatMap(({ path, imports }) =>
  imports.map((target) => ({ file: path, target })),
);

/** The grammars of faults are beside their rules, but belong to the scenario. */
const layerOf = (path: string): string =>
  /^faults\/.*\bgrammars?\.ts$/.test(path) ? "scenario" : (path.split("/")[0] ?? "");
const isOurs = (target: string): boolean => /\.tsx?$/.test(target);

test("the checks below see the whole program", () => {
  expect(files.length).toBeGreaterThan(100);
  expect(imports.length).toBeGreaterThan(300);
  expect(new Set(files.map(layerOf))).toEqual(new Set(Object.keys(LAYERS)));
});

test("each part imports only the parts below it", () => {
  const wrong = imports.filter(({ file, target }) => {
    const layer = LAYERS[layerOf(file)];
    return (
      layer !== undefined &&
      isOurs(target) &&
      layerOf(target) !== layerOf(file) &&
      !layer.imports.includes(layerOf(target))
    );
  });
  expect(wrong).toEqual([]);
});

test("stores are used only through their entry file", () => {
  const wrong = imports.filter(
    ({ file, target }) =>
      layerOf(target) === "stores" && layerOf(file) !== "stores" && target !== "stores/stores.ts",
  );
  expect(wrong).toEqual([]);
});

test("each part uses only the packages that are its own", () => {
  const wrong = imports.filter(({ file, target }) => {
    const layer = LAYERS[layerOf(file)];
    return layer !== undefined && !isOurs(target) && !layer.uses.test(target);
  });
  expect(wrong).toEqual([]);
});

test("the core is pure: no time, no randomness, no input or output", () => {
  const impure =
    /\bDate\b|Math\.random|setTimeout|setInterval|setImmediate|\bprocess\.|\bconsole\.|\bBuffer\b|\bfetch\(/;
  const wrong = files
    .filter((file) => file.startsWith("core/"))
    .filter((file) => impure.test(codeOf(file)));
  expect(wrong).toEqual([]);
});

test("timers and the wall clock are in the clock, and where the wall clock is what is meant", () => {
  const wall = /\bDate\.now|new Date\(\)|setTimeout|setInterval|performance\.now/;
  const found = files.filter((file) => wall.test(codeOf(file)));
  // The command line and the page are for people, who live by the wall clock.
  expect(found.filter((file) => !/^(cli|viewer)/.test(file)).sort()).toEqual(
    [...WALL_CLOCK].sort(),
  );
});

/**
 * The clock itself; the limits on workers; the journal's wall times and durations; the
 * pause before a reset; how long a service may take to accept a recorder's connection; how long another process may take to accept a connection; the budget of an exploration, and the limits of its runs; the end of an edit; the pauses while rows are made, and in other long work.
 */
const WALL_CLOCK = [
  "codec/work.ts",
  "explore/run/exploration.ts",
  "explore/run/processes.ts",
  "http/forwarding.ts",
  "http/reply/connection.ts",
  "record/proxy/reach-target.ts",
  "state/clock.ts",
  "state/wall-timer.ts",
  "workers/guarded-worker.ts",
  "simulator/vitals.ts",
];

test("no file imports itself, directly or through others, not even for types", () => {
  const graph = new Map(
    sources.map(({ path, imports }) => [path, imports.filter((target) => isOurs(target))]),
  );
  const done = new Set<string>();
  const cycles: string[] = [];
  const visit = (file: string, trail: readonly string[]): void => {
    if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
    if (done.has(file) || trail.includes(file)) return;
    for (const target of graph.get(file) ?? []) visit(target, [...trail, file]);
    done.add(file);
  };
  for (const file of files) visit(file, []);
  expect(cycles).toEqual([]);
  expect(done.size).toBe(files.length);
});

test("no chain of imports through the program, types included, has more than 40 files", () => {
  const lengths = new Map<string, number>();
  const lengthFrom = (file: string): number => {
    const known = lengths.get(file);
    if (known !== undefined) return known;
    const targets = imports.filter((each) => each.file === file && isProgram(each.target));
    const length = 1 + Math.max(0, ...targets.map(({ target }) => lengthFrom(target)));
    lengths.set(file, length);
    return length;
  };
  const found = files.filter(isProgram).map((file) => ({ file, length: lengthFrom(file) }));
  expect(found.filter(({ length }) => length > 40)).toEqual([]);
});

/** Whether a file is the program's own, not its package's. */
function isProgram(file: string): boolean {
  return isOurs(file) && layerOf(file) !== "schema-values";
}

/** Files that `npm run docs` writes. */
const GENERATED: ReadonlySet<string> = new Set([
  "core/scenario-input.ts",
  "control/control-methods.ts",
  "control/verb-table.ts",
  "faults/fault-kinds.ts",
  "faults/own-grammars.ts",
  "findings/finding-id.ts",
]);

/** Files that each add a verb, a kind of fault, or a codec. Their number is open, so only their own length has a limit. */
const isOneOfAKind = (file: string): boolean =>
  /^(control\/verbs|faults\/[^/]+)\/|^codec\/(.+\/)?encode-[^/]+$/.test(file);

/** Tables with an entry for each event or codec: a new entry makes no other line unnecessary. */
const TABLES: ReadonlySet<string> = new Set(["codec/codecs.ts", "state/state-event.ts"]);

/** Maximum lines of TypeScript in each part. A change that raises one says in its commit what the lines make unnecessary. */
const BUDGETS: Readonly<Record<string, number>> = {
  cli: 2820,
  client: 160,
  codec: 2240,
  control: 1600,
  core: 4920,
  engine: 3710,
  explore: 1590,
  faults: 610,
  findings: 4030,
  generate: 4140,
  http: 4580,
  input: 2810,
  options: 1350,
  record: 1840,
  runners: 410,
  scenario: 2210,
  "schema-values": 9430,
  simulator: 3120,
  spec: 4950,
  state: 2190,
  stores: 3790,
  verify: 2080,
  viewer: 6030,
  workers: 210,
  yaml: 250,
};

test("each part stays within its size budget, and its budget within 10% of its size", () => {
  const lines: Record<string, number> = {};
  const long: string[] = [];
  for (const file of files.filter(
    (it) => it.includes("/") && !GENERATED.has(it) && !TABLES.has(it),
  )) {
    const length = sourceText(file).split("\n").length - 1;
    if (!isOneOfAKind(file)) lines[layerOf(file)] = (lines[layerOf(file)] ?? 0) + length;
    else if (length > 140) long.push(file);
  }
  expect(long).toEqual([]);
  expect(Object.keys(BUDGETS).sort()).toEqual(Object.keys(lines).sort());
  const wrong = Object.entries(BUDGETS).filter(([part, most]) => {
    const size = lines[part] ?? 0;
    return size > most || size < most * 0.9 - 50;
  });
  expect(wrong.map(([part, most]) => `${part}: ${lines[part]} of ${most}`)).toEqual([]);
});

test("zod is imported as a namespace and not passed on: then the bundle has only what is used", () => {
  const allowed = /^import (?:type \{ z \}|\* as z) from "zod";$/;
  const wrong = files.filter((file) => {
    const text = sourceText(file);
    const isPassedOn = /export \{[^}]*(?<!as )\bz\b/.test(text) && text.includes('"zod"');
    return isPassedOn || text.split("\n").some((it) => it.includes('"zod"') && !allowed.test(it));
  });
  expect(wrong).toEqual([]);
});

test("no function exceeds 60 lines", () => {
  const written = sources.filter(({ path }) => !GENERATED.has(path));
  const functions = written.flatMap((source) => source.functions);
  expect(functions.length).toBeGreaterThan(2000);
  expect(functions.filter(({ lines }) => lines > 60)).toEqual([]);
});

const DOCUMENT = parse(readFileSync("openapi.yaml", "utf8"));

/** Everything on the wire that the document names: an overlay can't change what the program repeats. */
const WIRE: Record<string, { found: RegExp; besides?: RegExp; exceptions: string[] }> = {
  paths: {
    found: new RegExp(
      Object.keys(DOCUMENT.paths)
        .flatMap((path) => path.split("/"))
        .filter((segment) => segment !== "" && !segment.startsWith("{"))
        .map((segment) => (/[-.]/.test(segment) ? escaped(segment) : `["'\`/]${segment}/`))
        .join("|"),
    ),
    // Control routes have their own paths, and the viewer calls them.
    besides: /^(control\/verbs|viewer)\//,
    // The demo is a client, and speaks the wire's words; control routes; an example of a JSON Pointer; the name of a file.
    exceptions: [
      "cli/demo/demo.ts",
      "http/control/control-arguments.ts",
      "http/control/control-reply.ts",
      "scenario/grammar/values.ts",
      "simulator/open-document.ts",
    ],
  },
  "state names": {
    found: words(Object.values(DOCUMENT["x-states"])),
    exceptions: ["cli/demo/demo.ts"],
  },
  statuses: {
    found: words([
      ...Object.values<{ status: number }>(DOCUMENT["x-errors"]).map(({ status }) => status),
      ...Object.values<{ alternatives: unknown[] }>(DOCUMENT["x-assumptions"])
        .flatMap(({ alternatives }) => alternatives)
        .filter((value) => typeof value === "number"),
      200,
    ]),
    // Rows, files, bytes, and pictures have nothing to do with the service's responses, and numbers enough.
    besides: /^(generate|schema-values|codec|input|viewer)\//,
    // Milliseconds, lengths, the bound at which the log turns yellow, the statuses of the control routes, which
    // don't belong to the imitation, and those of HTTP itself.
    exceptions: [
      "cli/demo/demo.ts",
      "cli/output/request-log.ts",
      "core/errors.ts",
      "core/simulator-error-table.ts",
      "faults/status/grammar.ts",
      "findings/status-reads.ts",
      "control/control-document.ts",
      "http/control/control-reply.ts",
      "http/control/event-stream.ts",
      "http/control/control-access.ts",
      "http/control/signed-file.ts",
      "http/control/viewer-page.ts",
      "http/request/key.ts",
      "http/reply/problem-reply.ts",
      "http/unavailable.ts",
      "scenario/grammar/row-outcome.ts",
      // Statuses that any service, or a proxy in front of it, can respond with.
      "verify/compare/compare.ts",
      "verify/compare/published.ts",
      "verify/patch/actions.ts",
      "verify/patch/places.ts",
      "verify/run/run-plan.ts",
      "verify/run/unverifiable.ts",
    ],
  },
  "snake_case names": {
    found: new RegExp(
      `${words(snakeCaseIn(DOCUMENT)).source}|"[a-z]+(_[a-z]+)+"|\`[^\`]*\\b[a-z]+(_[a-z]+)+\\b[^\`]*\`|\\.[a-z]+(_[a-z]+)+\\b`,
    ),
    // Tables and their columns.
    besides: /^stores\//,
    // The libraries of the grammar and of the pools, the command line, and the properties of users' schemas have words of that form too,
    // and so do npm's folder and the names of metrics.
    exceptions: [
      "cli/command-list.ts",
      "cli/commands/exec.ts",
      "cli/commands/init.ts",
      "cli/commands/record.ts",
      "cli/demo/demo.ts",
      "cli/output/own-files.ts",
      "cli/output/reproduce-script.ts",
      "options/command-environment.ts",
      "generate/words/compile-words.ts",
      // Parquet's own names.
      "record/proxy/kept-body.ts",
      "scenario/load/explain-issues.ts",
      "scenario/grammar/expectation.ts",
      "scenario/grammar/values.ts",
      "simulator/metrics.ts",
    ],
  },
};

// Parquet's own names are of that form too, so its codec is left out.
test.each(Object.keys(WIRE))("the %s on the wire are only in the document", (kind) => {
  const { found, besides = /$^/, exceptions } = WIRE[kind] ?? { found: /$^/, exceptions: [] };
  const texts = files
    .filter((file) => !/^spec\/|^codec\/parquet\//.test(file) && !besides.test(file))
    // These files are generated from the document and from comments.
    .filter((file) => file !== "core/scenario-input.ts")
    // The example of a kind of fault is part of a scenario.
    .filter((file) => !/^(faults\/[^/]+\/rule|viewer\/model\/fault-form)\.ts$/.test(file))
    .filter((file) => found.test(withoutSpecifiers(codeOf(file))));
  expect(texts.sort()).toEqual([...exceptions].sort());
});

test("no word on the wire of another API is in the source: the core knows nouns, and overlays the words", () => {
  const snakeCase = (text: string): string[] => text.match(/\b[a-z]+(?:_[a-z]+)+\b/g) ?? [];
  const own = new Set(snakeCase(readFileSync("openapi.yaml", "utf8")));
  const foreign = API_NAMES.flatMap((name) =>
    snakeCase(readFileSync(`overlays/${name}.yaml`, "utf8")).filter((word) => !own.has(word)),
  );
  expect(foreign).toContain("custom_id");
  // What `exec` sets variables to, a code of the grammar's library, and a setting of SQLite.
  const shared = ["api_key", "deployment_url", "invalid_value", "page_size"];
  const found = words(foreign.filter((word) => !shared.includes(word)));
  expect(files.filter((file) => found.test(codeOf(file)))).toEqual([]);
});

/** Finds any of the words as a whole one. */
function words(list: readonly unknown[]): RegExp {
  return new RegExp(`(?<![\\w.#-])(${[...new Set(list)].join("|")})(?![\\w.])`);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** Keys and texts of a value that are single snake_case names. */
function snakeCaseIn(value: unknown): string[] {
  const own = (text: string): string[] => (/^[a-z]+(_[a-z]+)+$/.test(text) ? [text] : []);
  if (typeof value === "string") return own(value);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => [...own(key), ...snakeCaseIn(item)]);
}

/** Names of files may be those of what is in them. */
function withoutSpecifiers(code: string): string {
  return code.replace(/(from |import\()"[^"]*"/g, "");
}

/** A file's text without its comments. */
function codeOf(file: string): string {
  return sourceText(file)
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");
}
