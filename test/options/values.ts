import type { OptionName } from "../../src/options/option-table.ts";

/** Values that an option accepts and refuses, as data (in a program or a project file) and as texts (flags and variables). */
export type Samples = {
  /** Data, and the value that it is read as. */
  readonly data?: readonly [unknown, unknown];
  /** A string, and the value that it represents. */
  readonly text?: readonly [string, unknown];
  /** Refused data, and the end of the sentence after "Expected". */
  readonly badData?: readonly (readonly [unknown, string])[];
  /** Refused texts, likewise; `?` represents the name. */
  readonly badTexts?: readonly (readonly [string, string])[];
  /** Other options that the option needs. */
  readonly with?: Readonly<Record<string, string>>;
};

const LINE = "a nonempty single-line string";
const BOOLEAN = "`true` or `false`";
const HOST = "a host name or address without a port, such as `sim.test`";
const KEY = "a key of visible ASCII characters";
const BASE_PATH = "a path such as `/api/v2`, without `.` or `..` segments, and outside `/_sim`";
const CLOCK =
  "`real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such as `poll:5s`";
const SIZE = ", such as `512kib`, `256mib`, or `1gib`";
const VERDICT =
  "a verdict: false-success, misbehaved, hung, flaky, failed-loudly, not-reached, survived";
const SOURCES = "one of `base_url`, `deployment_url`, `control_url`, `api_key`, `control_token`";

const line = (sample: string): Samples => ({
  data: [sample, sample],
  text: [sample, sample],
  badData: [
    ["", `\`?\` to be ${LINE}, got \`""\` (string).`],
    ["a\nb", `\`?\` to be ${LINE}, got \`"a\\nb"\` (string).`],
    [7, `\`?\` to be ${LINE}, got \`7\` (number).`],
    [null, `\`?\` to be ${LINE}, got \`null\` (null).`],
  ],
  badTexts: [["a\nb", `\`?\` to be ${LINE}, got \`a\nb\`.`]],
});

const flag = (given: boolean): Samples => ({
  data: [given, given],
  text: ["TRUE", given],
  badData: [
    ["no", `\`?\` to be ${BOOLEAN}, got \`"no"\` (string).`],
    ["false", `\`?\` to be ${BOOLEAN}, got \`"false"\` (string).`],
    [0, `\`?\` to be ${BOOLEAN}, got \`0\` (number).`],
  ],
  badTexts: [["no", `\`?\` to be ${BOOLEAN}, got \`no\`.`]],
});

const integer = (expected: string, sample: number, bad: readonly number[]): Samples => ({
  data: [sample, sample],
  text: [String(sample), sample],
  badData: [
    ...[...bad, 1.5, Number.NaN].map(
      (each) => [each, `\`?\` to be ${expected}, got \`${each}\` (number).`] as const,
    ),
    ["1", `\`?\` to be ${expected}, got \`"1"\` (string).`],
    [5n, `\`?\` to be ${expected}, got \`5\` (bigint).`],
  ],
  badTexts: [...bad.map(String), "1.5", "one", "0x1"].map(
    (text) => [text, `\`?\` to be ${expected}, got \`${text}\`.`] as const,
  ),
});

const size = (minBytes: number, minimum: string): Samples => {
  const data = `an integer number of bytes, at least ${minBytes}`;
  return {
    data: [minBytes, minBytes],
    text: ["1.5MB", 1.5 * 1024 ** 2],
    badData: [
      [minBytes - 1, `\`?\` to be ${data}, got \`${minBytes - 1}\` (number).`],
      ["512kb", `\`?\` to be ${data}, got \`"512kb"\` (string).`],
    ],
    badTexts: [
      ["0", `\`?\` to be a size of at least ${minimum}${SIZE}, got \`0\`.`],
      ["1tb", `\`?\` to be a size of at least ${minimum}${SIZE}, got \`1tb\`.`],
    ],
  };
};

const MILLISECONDS = "an integer number of milliseconds from 0 to 2147483647";
const DURATION = "a duration such as `500ms`, `5s`, or `1m30s`, at most 24 days";

const duration: Samples = {
  data: [1500, 1500],
  text: ["1m30s", 90_000],
  badData: [
    [-1, `\`?\` to be ${MILLISECONDS}, got \`-1\` (number).`],
    [2 ** 31, `\`?\` to be ${MILLISECONDS}, got \`2147483648\` (number).`],
    ["5s", `\`?\` to be ${MILLISECONDS}, got \`"5s"\` (string).`],
  ],
  badTexts: [
    ["5", `\`?\` to be ${DURATION}, got \`5\`.`],
    ["25d", `\`?\` to be ${DURATION}, got \`25d\`.`],
  ],
};

const url: Samples = {
  text: ["https://api.example.com/v1", "https://api.example.com/v1"],
  badTexts: [
    [
      "api.example.com",
      "`?` to be an http or https URL, such as `https://api.example.com`, got `api.example.com`.",
    ],
  ],
};

const callback: Samples = {
  data: [Math.max, Math.max],
  badData: [[3, "`?` to be a function, got `3` (number)."]],
};

const STORE =
  "`memory`, a SQLite file's path that ends with `.db`, or the URL of a PostgreSQL database";

/** Samples for every option. */
export const SAMPLES: { readonly [Name in OptionName]-?: Samples } = {
  scenario: line("slow-job"),
  over: line("instant"),
  api: {
    data: ["anthropic", "anthropic"],
    text: ["anthropic", "anthropic"],
    badData: [
      [
        "antropic",
        '`?` to be one of `anthropic`, `gemini`, `groq`, `mistral`, `openai`, got `"antropic"` (string). Did you mean `anthropic`?',
      ],
    ],
    badTexts: [
      [
        "antropic",
        "`?` to be one of `anthropic`, `gemini`, `groq`, `mistral`, `openai`, got `antropic`. Did you mean `anthropic`?",
      ],
    ],
  },
  overlays: {
    data: [["strict"], ["strict"]],
    text: ["strict", ["strict"]],
    badData: [
      ["strict", '`?` to be a list, got `"strict"` (string).'],
      [["strict", 1], `\`?.1\` to be ${LINE}, got \`1\` (number).`],
    ],
    badTexts: [["a\nb", `\`?\` to be ${LINE}, got \`a\nb\`.`]],
  },
  store: {
    data: ["memory", "memory"],
    text: ["kept/sim.db", "kept/sim.db"],
    badData: [["sim.sqlite", `\`?\` to be ${STORE}, got \`"sim.sqlite"\` (string).`]],
    badTexts: [["mysql://db", `\`?\` to be ${STORE}, got \`mysql://db\`.`]],
  },
  port: integer("a port from 0 to 65535", 8080, [-1, 65_536]),
  clock: {
    data: ["60x", "60x"],
    text: ["poll:5s", "poll:5s"],
    badData: [
      ["fast", `\`?\` to be ${CLOCK}, got \`"fast"\` (string).`],
      [60, `\`?\` to be ${CLOCK}, got \`60\` (number).`],
    ],
    badTexts: [["fast", `\`?\` to be ${CLOCK}, got \`fast\`.`]],
  },
  seed: integer("an integer", -7, [2 ** 53]),
  host: line("::1"),
  allowedHosts: {
    data: [
      ["sim.test", "[::1]"],
      ["sim.test", "[::1]"],
    ],
    text: ["sim.test", ["sim.test"]],
    badData: [
      ["sim.test", '`?` to be a list, got `"sim.test"` (string).'],
      [["sim.test", ".test"], `\`?.1\` to be ${HOST}, got \`".test"\` (string).`],
    ],
    badTexts: [["sim.test:4010", `\`?\` to be ${HOST}, got \`sim.test:4010\`.`]],
  },
  apiKeys: {
    data: [
      ["a", "b"],
      ["a", "b"],
    ],
    text: ["a", ["a"]],
    badData: [
      ["a", "`?` to be a list, got a string (not shown)."],
      [["a", 1], `\`?.1\` to be ${KEY}, got a number (not shown).`],
      [["schlüssel"], `\`?.0\` to be ${KEY}, got a string (not shown).`],
      [["a b"], `\`?.0\` to be ${KEY}, got a string (not shown).`],
    ],
    badTexts: [["schlüssel", `\`?\` to be ${KEY}, got a string (not shown).`]],
  },
  deploymentPort: integer("a port from 0 to 65535", 8081, [-1, 65_536]),
  basePath: {
    data: ["/api/v2", "/api/v2"],
    text: ["/api/v2", "/api/v2"],
    badData: ["api", "/a/../b", "/./a", "/_sim", "/_sim/v2"].map(
      (path) => [path, `\`?\` to be ${BASE_PATH}, got \`"${path}"\` (string).`] as const,
    ),
    badTexts: [["api", `\`?\` to be ${BASE_PATH}, got \`api\`.`]],
  },
  maxBodyBytes: size(1, "1 byte"),
  maxDownloadBytes: size(1, "1 byte"),
  maxRows: integer("an integer from 1 to 1000000000", 5000, [0, 1_000_000_001]),
  maxDecodedBytes: size(1, "1 byte"),
  fetchTimeoutMs: {
    data: [5000, 5000],
    badData: [
      [
        2 ** 31,
        "`?` to be an integer number of milliseconds from 1 to 2147483647, got `2147483648` (number).",
      ],
    ],
  },
  requestTimeoutMs: duration,
  drainMs: duration,
  maxSandboxes: integer("an integer from 1 to 1000000", 20, [0, 1_000_001]),
  maxSandboxBytes: size(100 * 1024, "100 KiB"),
  maxSandboxDiskBytes: size(1, "1 byte"),
  maxSchemaSteps: integer("an integer from 1 to 1000000000000", 5000, [0, 1_000_000_000_001]),
  maxJournalExchanges: integer("an integer from 1 to 10000000", 500, [0, 10_000_001]),
  maxJournalBytes: size(1, "1 byte"),
  cors: flag(true),
  watch: { ...flag(true), with: { scenario: "story.yaml" } },
  // The flag is `--no-control`.
  control: { ...flag(false), data: [false, false] },
  controlToken: {
    data: ["secret", "secret"],
    text: ["secret", "secret"],
    badData: [
      ["a b", "`?` to be a token of visible ASCII characters, got a string (not shown)."],
      [null, "`?` to be a token of visible ASCII characters, got null."],
    ],
    badTexts: [["a b", "`?` to be a token of visible ASCII characters, got a string (not shown)."]],
  },
  tls: {
    data: [
      { cert: "c", key: "k" },
      { cert: "c", key: "k" },
    ],
    badData: [
      [{ cert: "c" }, "`?.key` to be a string in PEM format, got nothing."],
      [{ cert: "c", key: 1 }, "`?.key` to be a string in PEM format, got a number (not shown)."],
      ["c", "`?` to be an object, got a string (not shown)."],
    ],
  },
  output: callback,
  onExchange: callback,
  onNotice: callback,
  tlsCert: { ...line("cert.pem"), with: { "tls-key": "key.pem" } },
  tlsKey: { ...line("key.pem"), with: { "tls-cert": "cert.pem" } },
  exitWithParent: flag(true),
  budgetMs: duration,
  runs: integer("an integer from 1 to 100000", 20, [0, 100_001]),
  parallel: integer("an integer from 1 to 64", 2, [0, 65]),
  timeoutMs: duration,
  clientTimeoutMs: duration,
  resume: flag(true),
  baseline: line("explore-baseline.json"),
  keep: line("fails-midway"),
  failOnVerdicts: {
    text: ["hung,flaky", ["hung", "flaky"]],
    badTexts: [["slow", `\`?\` to be ${VERDICT}, got \`slow\`.`]],
  },
  against: url,
  apiKeyFrom: {
    text: ["SERVICE_KEY", "SERVICE_KEY"],
    badTexts: [
      [
        "sk-1234",
        "`?` to be the name of an environment variable, such as `SERVICE_KEY`, got a string (not shown).",
      ],
    ],
  },
  deploymentUrl: url,
  againstTrace: line("recording/trace.ndjson"),
  jobs: integer("0 or 1", 0, [-1, 2]),
  deep: flag(true),
  write: line("verified.yaml"),
  pollMs: duration,
  expect: {
    data: [{ survive: ["getJob"] }, { survive: ["getJob"] }],
    badData: [
      ["survive", '`?` to be an object, got `"survive"` (string).'],
      [{ survive: "getJob" }, '`?.survive` to be a list, got `"getJob"` (string).'],
    ],
  },
  log: {
    text: ["silent", "silent"],
    badTexts: [
      ["prety", "`?` to be one of `pretty`, `json`, `silent`, got `prety`. Did you mean `pretty`?"],
    ],
  },
  json: flag(true),
  out: line("here"),
  target: url,
  redact: {
    text: ["cust_\\d+", ["cust_\\d+"]],
    badTexts: [
      ["(", "`?` to be a regular expression that doesn't match the empty string, got `(`."],
      ["x*", "`?` to be a regular expression that doesn't match the empty string, got `x*`."],
    ],
  },
  outputs: {
    text: ["keep", "keep"],
    badTexts: [["kept", "`?` to be one of `shape`, `keep`, got `kept`."]],
  },
  config: line("sim.yaml"),
  env: {
    data: [{ SDK_URL: "base_url" }, { SDK_URL: "base_url" }],
    text: ["SDK_URL=base_url", { SDK_URL: "base_url" }],
    badData: [
      [
        ["SDK_URL"],
        '`?` to be an object that maps environment variables to their sources, got `["SDK_URL"]` (list).',
      ],
      [{ A: "url" }, `\`?.A\` to be ${SOURCES}, got \`"url"\` (string).`],
      [
        { "1A": "base_url" },
        '`?.1A` to be a valid name for an environment variable, such as `MY_SDK_URL`, got `"1A"` (string).',
      ],
    ],
    badTexts: [
      [
        "A=url",
        "`?` to be an environment variable and its source, such as `MY_SDK_URL=base_url` (sources: base_url, deployment_url, control_url, api_key, control_token), got `A=url`.",
      ],
    ],
  },
  failOn: {
    data: ["never", "never"],
    text: ["warning", "warning"],
    badData: [
      [
        "eror",
        '`?` to be one of `error`, `warning`, `never`, got `"eror"` (string). Did you mean `error`?',
      ],
    ],
    badTexts: [
      ["eror", "`?` to be one of `error`, `warning`, `never`, got `eror`. Did you mean `error`?"],
    ],
  },
  strict: flag(true),
  newApi: flag(true),
  yes: flag(true),
  coverage: flag(true),
  minCoverage: {
    data: ["40%", 0.4],
    text: ["0.4", 0.4],
    badData: [
      [1.1, "`?` to be a percentage such as `60%`, or a number from 0 to 1, got `1.1` (number)."],
    ],
    badTexts: [
      ["101%", "`?` to be a percentage such as `60%`, or a number from 0 to 1, got `101%`."],
    ],
  },
  reportDir: line("reports"),
  expected: {
    data: [[{ id: "invalid-request" }], [{ id: "invalid-request" }]],
    badData: [
      [[{}], "`?.0` to be an object with an `id`, a `sandbox`, or both, got `{}` (object)."],
      [
        [{ id: "invalid-requst" }],
        '`?.0.id` to be the ID of a finding, got `"invalid-requst"` (string). Did you mean `invalid-request`?',
      ],
    ],
  },
};
