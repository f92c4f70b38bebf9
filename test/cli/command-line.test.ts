import { expect, test } from "@jest/globals";
import { readCommandLine } from "../../src/cli/gather-options.ts";
import { settle } from "../../src/options/settings.ts";

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

test("a sandbox limit that no job fits into is refused with the minimum", () => {
  expect(readCommandLine(["--max-sandbox-bytes", "99kb"], {}).problems).toEqual([
    "Expected `--max-sandbox-bytes` to be a size of at least 100 KiB, such as `512kib`, `256mib`, or `1gib`, got `99kb`.",
  ]);
  for (const size of ["100kb", "100kib", "102400b", "102400"]) {
    expect(readCommandLine(["--max-sandbox-bytes", size], {}).problems).toEqual([]);
  }
});

test("the command line takes precedence over the environment, even over an invalid variable", () => {
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
  expect([problems, options]).toEqual([[], { port: 5, seed: 3, cors: false, apiKeys: ["c"] }]);
});

test("a list is repeated on the command line and has commas in its variable; an empty variable is ignored", () => {
  const repeated = readCommandLine(["--api-key", "a", "--api-key=b"], { BATCH_SIM_PORT: "" });
  const separated = readCommandLine([], { BATCH_SIM_API_KEY: "a, b" });
  expect(repeated.options).toEqual({ apiKeys: ["a", "b"] });
  expect(separated.options).toEqual({ apiKeys: ["a", "b"] });
});

test("variables of other commands' options and of other programs are ignored", () => {
  const env = { BATCH_SIM_API_KEY: "a", BATCH_SIM_OUT: "x", BATCH_SIM_BASE_URL: "http://x" };
  const { options, problems } = readCommandLine(["demo"], env);
  expect([problems, options]).toEqual([[], { out: "x" }]);
});

test.each([
  [["--version"], "version"],
  [["demo", "-v"], "version"],
  [["scenarios"], "scenarios"],
] as const)("%j asks for %s", (argv, command) => {
  expect(readCommandLine(argv, {}).command).toBe(command);
});

test("every mistake is reported at once, each with what would be right", () => {
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
    "Unknown option `-x`. `batch-sim help` lists the options.",
    "Unknown variable `BATCH_SIM_SCENRIO`. Did you mean `BATCH_SIM_SCENARIO`?",
    "Expected `--port` to be a port from 0 to 65535, got `65536`.",
    "Expected `--clock` to be `real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such as `poll:5s`, got `fast`.",
    "Expected `--seed` to be an integer, got `1.5`.",
    "Expected `--host` to be a nonempty single-line string, got an empty string.",
    "Expected `--api-key` to be a key of visible ASCII characters, got a string (not shown).",
    "Expected `BATCH_SIM_DEPLOYMENT_PORT` to be a port from 0 to 65535, got `-1`.",
    "Expected `--base-path` to be a path such as `/api/v2`, without `.` or `..` segments, and outside `/_sim`, got `api`.",
    "Expected `--max-body` to be a size of at least 1 byte, such as `512kib`, `256mib`, or `1gib`, got `0mb`.",
    "Expected `--max-sandboxes` to be an integer from 1 to 1000000, got `0`.",
    "Expected `--cors` to be `true` or `false`, got `maybe`.",
    "Expected `--log` to be one of `pretty`, `json`, `silent`, got `loud`.",
  ]);
});

test.each([
  ["mysql://ci:secret@db/sim", "mysql://***@db/sim"],
  ["postgres:/ci:secret@db/sim", "postgres:/***@db/sim"],
  ["postgres://ci:se/cr et@2@db/sim", "postgres://***@db/sim"],
])("the password in %s is not repeated", (store, shown) => {
  const { problems } = readCommandLine(["--store", store], {});
  expect(problems).toEqual([expect.stringContaining(`got \`${shown}\`.`)]);
  expect(() => settle({ store })).toThrow(`got \`"${shown}"\` (string).`);
});

test.each([
  [
    ["demo", "--cors", "again"],
    ["Expected no arguments after `demo`, got `again`.", "`--cors` is not an option of `demo`."],
  ],
  [["scenarios", "--port", "1"], ["`--port` is not an option of `scenarios`."]],
  [
    ["serve-it"],
    [
      "Unknown command `serve-it`. Known: `start`, `demo`, `exec`, `explore`, `record`, `verify`, `report`, `health`, `show`, `init`, `scenarios`, `lint`, `spec`, `overlays`, `assumptions`, `schema`, `store`, `completion`, `help`.",
    ],
  ],
  [["strat", "--help"], ["Unknown command `strat`. Did you mean `start`?"]],
  [["help", "exce"], ["Unknown command `exce`. Did you mean `exec`?"]],
  [
    ["demo", "--lgo", "--otu", "x"],
    [
      "Unknown option `--lgo`. Did you mean `--log`?",
      "Unknown option `--otu`. Did you mean `--out`?",
    ],
  ],
  [["scenarios", "shw"], ["Unknown command `scenarios shw`. Did you mean `scenarios show`?"]],
  [
    ["scenarios", "show"],
    ["Expected `scenarios show` to be followed by the name of a built-in scenario, got nothing."],
  ],
  [
    ["report", "http://a", "http://b"],
    ["Expected `report` to be followed by the simulator's URL, got `http://a http://b`."],
  ],
  [
    ["schema"],
    [
      "Expected `schema` to be followed by one schema (scenario, project, report, explore, verify), got nothing.",
    ],
  ],
  [["schema", "projct"], ["Unknown schema `projct`. Did you mean `project`?"]],
  [
    ["--constructor"],
    ["Unknown option `--constructor`. `batch-sim help start` lists the options."],
  ],
  [["--port"], ["Expected `--port` to be followed by a port from 0 to 65535."]],
  [
    ["--watch", "--scenario"],
    ["Expected `--scenario` to be followed by a nonempty single-line string."],
  ],
  [["--watch"], ["Expected `--scenario` to be a file if `--watch` is set, got `happy-path`."]],
  [
    ["--host", "0.0.0.0", "--store", "postgres://localhost/sim"],
    [
      "Expected `--control-token` to be set, since `--host` is `0.0.0.0` and other machines may reach the control API. Set a token, or turn the control API off (`--no-control`, `control: false`).",
    ],
  ],
  [["--tls-cert", "a.pem"], ["Expected both `--tls-cert` and `--tls-key`, got only `--tls-cert`."]],
  [
    ["--deployment-port", "4010"],
    ["Expected `--deployment-port` to differ from `--port`, got `4010` for both."],
  ],
])("%j is refused", (argv, problems) => {
  expect(readCommandLine(argv, {}).problems).toEqual(problems);
});
