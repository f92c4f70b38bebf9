import { expect, test } from "@jest/globals";
import { readCommandLine } from "../../src/cli/command-line.ts";
import { envName } from "../../src/options/option-row.ts";
import { OPTION_TABLE } from "../../src/options/option-table.ts";

const FLAGS = ["cors", "exit-with-parent", "json", "watch", "no-control", "strict"];
/** Words that a command needs after it. */
const OPERANDS: Readonly<Record<string, readonly string[]>> = {
  lint: ["story.yaml"],
  exec: ["--", "true"],
  report: ["http://127.0.0.1:4010"],
};

/** A value of each option, as text and as it is read. */
const VALUES: Record<keyof typeof OPTION_TABLE, [string, unknown]> = {
  scenario: ["slow-job", "slow-job"],
  port: ["0", 0],
  host: ["::1", "::1"],
  clock: ["poll:5s", "poll:5s"],
  seed: ["-7", -7],
  apiKey: ["key-1", ["key-1"]],
  deploymentPort: ["65535", 65_535],
  basePath: ["/api/v2", "/api/v2"],
  cors: ["true", true],
  overlay: ["strict", ["strict"]],
  watch: ["true", true],
  noControl: ["true", true],
  controlToken: ["secret", "secret"],
  strict: ["true", true],
  tlsCert: ["cert.pem", "cert.pem"],
  tlsKey: ["key.pem", "key.pem"],
  exitWithParent: ["1", true],
  maxBody: ["1.5kb", 1536],
  maxDownload: ["2gb", 2 * 1024 ** 3],
  maxSandboxes: ["20", 20],
  maxSandboxBytes: ["10MB", 10 * 1024 ** 2],
  maxJournalExchanges: ["500", 500],
  maxJournalBytes: ["64kb", 64 * 1024],
  log: ["silent", "silent"],
  json: ["TRUE", true],
  out: ["here", "here"],
  config: ["sim.yaml", "sim.yaml"],
  env: ["SDK_URL=base_url", [{ name: "SDK_URL", source: "base_url" }]],
  failOn: ["warning", "warning"],
  minCoverage: ["12.5%", 0.125],
  reportDir: ["reports", "reports"],
};

const cases = Object.entries(OPTION_TABLE).map(([key, row]) => {
  const [text, value] = VALUES[key as keyof typeof VALUES];
  const command = row.commands[0] ?? "start";
  return { key, row, text, value, command, words: OPERANDS[command] ?? [] };
});

test.each(cases)(
  "--$row.name is read from the command line",
  ({ key, row, text, value, command, words }) => {
    const argument = FLAGS.includes(row.name) ? [`--${row.name}`] : [`--${row.name}`, text];
    const line = readCommandLine([command, ...argument, ...words], {});
    expect([line.problems, line.command, given(line.options)]).toEqual([
      [],
      command,
      { [key]: value },
    ]);
  },
);

test.each(cases)(
  "--$row.name is read from its variable",
  ({ key, row, text, value, command, words }) => {
    const line = readCommandLine([command, ...words], { [envName(row)]: text });
    expect([line.problems, given(line.options)]).toEqual([[], { [key]: value }]);
  },
);

test.each([
  [["exec", "npm", "test"], "npm test"],
  [
    ["exec", "--clock", "poll", "npm", "test", "--watch", "--coverage=x", "-v"],
    "npm test --watch --coverage=x -v",
  ],
  [["exec", "stray", "--", "npm", "test"], "stray"],
])("a command of exec without `--` before it is one problem: %j", (argv, got) => {
  expect(readCommandLine(argv, {}).problems).toEqual([
    `Expected \`--\` before the command to run, as in \`exec -- npm test\`, got \`${got}\`.`,
  ]);
});

test("exec without a command says that it needs one", () => {
  expect(readCommandLine(["exec", "--clock", "poll"], {}).problems).toEqual([
    "Expected `exec` to be followed by `--` and a command, such as `npm test`, got nothing.",
  ]);
});

test("sandboxes that no job fits into are refused, and the least size is named", () => {
  expect(readCommandLine(["--max-sandbox-bytes", "99kb"], {}).problems).toEqual([
    "Expected `--max-sandbox-bytes` to be a size of 100 KB or more, such as `512mb`, got `99kb`.",
  ]);
  expect(readCommandLine(["--max-sandbox-bytes", "100kb"], {}).problems).toEqual([]);
});

test("the command line wins over the environment, whatever the environment says", () => {
  const env = {
    BATCH_SIM_PORT: "nonsense",
    BATCH_SIM_SEED: "3",
    BATCH_SIM_CORS: "1",
    BATCH_SIM_API_KEY: "a, b",
  };
  const { options, problems } = readCommandLine(
    ["--port=5", "--cors=false", "--api-key", "c"],
    env,
  );
  expect([problems, given(options)]).toEqual([
    [],
    { port: 5, seed: 3, cors: false, apiKey: ["c"] },
  ]);
});

test("a list is repeated on the command line, and has commas in its variable; an empty variable is none", () => {
  const repeated = readCommandLine(["--api-key", "a", "--api-key=b"], { BATCH_SIM_PORT: "" });
  const separated = readCommandLine([], { BATCH_SIM_API_KEY: "a, b" });
  expect(given(repeated.options)).toEqual({ apiKey: ["a", "b"] });
  expect(given(separated.options)).toEqual({ apiKey: ["a", "b"] });
});

test("variables of options that the command doesn't have are left alone, and so are those of others", () => {
  const env = { BATCH_SIM_API_KEY: "a", BATCH_SIM_OUT: "x", BATCH_SIM_BASE_URL: "http://x" };
  const { options, problems } = readCommandLine(["demo"], env);
  expect([problems, given(options)]).toEqual([[], { out: "x" }]);
});

test.each([
  [["--help", "--nonsense"], "help"],
  [["demo", "-h"], "help"],
  [["--version"], "version"],
  [["scenarios"], "run"],
] as const)("%j asks for %s", (argv, wants) => {
  expect(readCommandLine(argv, {}).wants).toBe(wants);
});

test("all mistakes are told at once, each with what would be right", () => {
  const argv = [
    "--prot",
    "3",
    "strat",
    "--port",
    "65536",
    "--seed",
    "--json",
    "--clock",
    "fast",
    "--max-body",
    "0mb",
  ];
  const more = [
    "--cors=maybe",
    "--log",
    "loud",
    "--base-path",
    "api",
    "--api-key",
    "a b",
    "--host",
    "",
    "-x",
    "--seed=1.5",
    "--max-sandboxes=0",
  ];
  const { problems } = readCommandLine([...argv, ...more], {
    BATCH_SIM_SCENRIO: "x",
    BATCH_SIM_DEPLOYMENT_PORT: "-1",
  });
  expect(problems).toEqual([
    "Unknown command `strat`. Did you mean `start`?",
    "Unknown option `--prot`. Did you mean `--port`?",
    "Expected `--seed` to be followed by an integer.",
    "Unknown option `-x`. `batch-sim --help` lists them.",
    "Unknown variable `BATCH_SIM_SCENRIO`. Did you mean `BATCH_SIM_SCENARIO`?",
    "Expected `--port` to be a port from 0 to 65535, got `65536`.",
    "Expected `--host` to be a text that is not empty, got nothing.",
    "Expected `--clock` to be a clock: `real`, a speed such as `60x`, `manual`, `poll`, `poll:next` or a step such as `poll:5s`, got `fast`.",
    "Expected `--seed` to be an integer, got `1.5`.",
    "Expected `--api-key` to be a key of visible ASCII characters, got another.",
    "Expected `BATCH_SIM_DEPLOYMENT_PORT` to be a port from 0 to 65535, got `-1`.",
    "Expected `--base-path` to be a path such as `/api/v2`, got `api`.",
    "Expected `--cors` to be `true` or `false`, got `maybe`.",
    "Expected `--max-body` to be a size such as `512kb`, `256mb` or `1gb`, got `0mb`.",
    "Expected `--max-sandboxes` to be a whole number of 1 or more, got `0`.",
    "Expected `--log` to be one of `pretty`, `json`, `silent`, got `loud`.",
  ]);
});

test.each([
  [
    ["demo", "--cors", "again"],
    ["Expected no further word after `demo`, got `again`.", "`--cors` is no option of `demo`."],
  ],
  [["scenarios", "--port", "1"], ["`--port` is no option of `scenarios`."]],
  [
    ["serve-it"],
    [
      "Unknown command `serve-it`. There are: `start`, `demo`, `exec`, `report`, `scenarios`, `lint`, `spec`, `overlays`, `assumptions`.",
    ],
  ],
  [["--constructor"], ["Unknown option `--constructor`. `batch-sim --help` lists them."]],
  [["--port"], ["Expected `--port` to be followed by a port from 0 to 65535."]],
])("%j is refused", (argv, problems) => {
  expect(readCommandLine(argv, {}).problems).toEqual(problems);
});

function given(options: object): object {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}
