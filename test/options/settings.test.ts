import { expect, test } from "@jest/globals";
import { SimulatorError } from "../../src/core/errors.ts";
import { settle } from "../../src/options/settings.ts";

/** The problems of options as a program in JavaScript may give them. */
function problemsOf(options: unknown): readonly (readonly (string | undefined)[])[] {
  try {
    settle(options as Parameters<typeof settle>[0]);
    return [];
  } catch (error) {
    if (!(error instanceof SimulatorError)) throw error;
    expect([error.code, error.message]).toEqual([
      "SIM_OPTION",
      error.issues.map(({ message }) => message).join("\n"),
    ]);
    return error.issues.map(({ path, message }) => [path, message]);
  }
}

test("every option has its default", () => {
  const { onExchange, onNotice, ...settings } = settle({});
  expect([typeof onExchange, typeof onNotice]).toEqual(["function", "function"]);
  expect(settings).toEqual({
    scenario: "happy-path",
    store: "memory",
    watch: false,
    overlays: [],
    seed: undefined,
    clock: undefined,
    port: 0,
    host: "127.0.0.1",
    allowedHosts: [],
    apiKeys: [],
    deploymentPort: undefined,
    basePath: undefined,
    cors: false,
    tls: undefined,
    maxBodyBytes: 256 * 1024 ** 2,
    maxDownloadBytes: 1024 ** 3,
    maxRows: 10_000_000,
    maxDecodedBytes: 4 * 1024 ** 3,
    fetchTimeoutMs: 30_000,
    output: undefined,
    control: true,
    controlToken: undefined,
    requestTimeoutMs: 60_000,
    drainMs: 0,
    maxSandboxes: 1000,
    maxSandboxBytes: 1024 ** 3,
    maxSandboxDiskBytes: 16 * 1024 ** 3,
    maxSchemaSteps: 1_200_000,
    maxJournalExchanges: 10_000,
    maxJournalBytes: 64 * 1024 ** 2,
  });
});

test("an undefined option has its default", () => {
  expect(settle({ scenario: undefined } as object)).toMatchObject({ scenario: "happy-path" });
});

test("settings are frozen, and the caller's objects are not", () => {
  const options = { apiKeys: ["a"], overlays: ["strict"], tls: { cert: "c", key: "k" } };
  const settings = settle(options);
  const { apiKeys, overlays, tls } = settings;
  expect([settings, apiKeys, overlays, tls].map(Object.isFrozen)).toEqual([true, true, true, true]);
  options.apiKeys.push("b");
  expect(settings.apiKeys).toEqual(["a"]);
});

test("every problem is reported at once", () => {
  const options = {
    sede: 1,
    nonsense: 2,
    cors: "no",
    onNotice: 3,
    watch: true,
    port: 7,
    deploymentPort: 7,
  };
  expect(problemsOf(options)).toEqual([
    ["sede", "Unknown option `sede`. Did you mean `seed`?"],
    [
      "nonsense",
      expect.stringMatching(
        /^Unknown option `nonsense`. Known: `scenario`, `over`, `api`, `overlays`/,
      ),
    ],
    ["cors", 'Expected `cors` to be `true` or `false`, got `"no"` (string).'],
    ["onNotice", "Expected `onNotice` to be a function, got `3` (number)."],
    ["deploymentPort", "Expected `deploymentPort` to differ from `port`, got `7` for both."],
    ["watch", "Expected `scenario` to be a file if `watch` is set, got `happy-path`."],
  ]);
});

test("a rule about several options is not checked if one of them is invalid", () => {
  expect(problemsOf({ watch: true, scenario: 7 })).toEqual([
    ["scenario", "Expected `scenario` to be a nonempty single-line string, got `7` (number)."],
  ]);
});

test.each([
  [null, "Expected `options` to be an object, got null."],
  ["slow-job", "Expected `options` to be an object, got a string (not shown)."],
  [[], "Expected `options` to be an object, got a list (not shown)."],
])("options can't be %j", (options, message) => {
  expect(problemsOf(options)).toEqual([["", message]]);
});

test.each(["localhost", "127.0.0.1", "127.1.2.3", "::1"])(
  "the control API needs no token on %s",
  (host) => {
    expect(problemsOf({ host })).toEqual([]);
  },
);

test.each(["0.0.0.0", "::", "example.com", "127.example.com"])(
  "the control API needs a token on %s, unless it is off",
  (host) => {
    expect(problemsOf({ host }).map(([path]) => path)).toEqual(["controlToken"]);
    expect(problemsOf({ host, controlToken: "t" })).toEqual([]);
    expect(problemsOf({ host, control: false })).toEqual([]);
  },
);

test("replicas need the control API", () => {
  expect(problemsOf({ control: false, store: "postgres://sim:secret@db/sim" })).toEqual([
    [
      "control",
      "Expected the control API to be on, since `store` is a PostgreSQL database, and replicas need the control API. Remove `--no-control` or `control: false`.",
    ],
  ]);
  expect(problemsOf({ control: false, store: "sim.db" })).toEqual([]);
});
