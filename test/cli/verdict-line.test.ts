import { expect, test } from "@jest/globals";
import picocolors from "picocolors";
import { verdictLine } from "../../src/cli/output/conclude.ts";
import type { FailOn } from "../../src/findings/report/fails.ts";

const NOTHING = {
  errors: 0,
  warnings: 0,
  infos: 0,
  expected: 0,
  pending: 0,
  sandboxes: 1,
  jobs: 0,
  exchanges: 1,
};

test.each<[Partial<typeof NOTHING>, FailOn, boolean, number | undefined, string]>([
  [{}, "error", false, 0, "Found no errors and no warnings."],
  [
    { warnings: 1 },
    "error",
    false,
    0,
    "Found 1 warning. The run passes anyway; `--fail-on warning` would make it fail.",
  ],
  [
    { warnings: 2 },
    "warning",
    true,
    0,
    "Found 2 warnings. The run fails because of `--fail-on warning`.",
  ],
  [{ errors: 1 }, "error", true, 0, "Found 1 error. The run fails because of `--fail-on error`."],
  [
    { errors: 1, warnings: 1 },
    "never",
    false,
    0,
    "Found 1 error and 1 warning. The run passes anyway; `--fail-on error` would make it fail.",
  ],
  [{ errors: 1 }, "error", true, 41, "Found 1 error. The command failed with exit code 41."],
  [
    { warnings: 1 },
    "error",
    false,
    undefined,
    "Found 1 warning. Add `--fail-on warning` to make this command fail.",
  ],
  [{ warnings: 1 }, "never", false, undefined, "Found 1 warning."],
  [
    { warnings: 1, pending: 1 },
    "warning",
    false,
    undefined,
    "Found 1 warning. Pending: clients can still correct this until their sandboxes end.",
  ],
  [
    { warnings: 2, pending: 1 },
    "error",
    false,
    undefined,
    "Found 2 warnings. Add `--fail-on warning` to make this command fail.",
  ],
])("of %j under --fail-on %s, the last line is: %#", (found, failOn, fails, exitCode, line) => {
  const text = verdictLine(
    { ...NOTHING, ...found },
    { failOn, fails, exitCode },
    picocolors.createColors(false),
  );
  expect(text).toBe(`batch-sim: ${line}`);
});
