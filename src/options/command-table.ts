import type { ExpectedFinding } from "../findings/expected-finding.ts";
import { FINDING_IDS } from "../findings/finding-table.ts";
import type { FailOn } from "../findings/report/fails.ts";
import { ENV } from "./command-environment.ts";
import { type Form, listForm, misfit, objectOf } from "./form.ts";
import { FLAG, HTTP_URL, oneOf, PATTERN, SHARE, textForm } from "./forms.ts";
import { type Command, rowsOf } from "./option-row.ts";

const FINDING: Form<ExpectedFinding> = objectOf<ExpectedFinding>({
  id: oneOf(FINDING_IDS, "the ID of a finding"),
  sandbox: textForm("NAME"),
});

export const EXPECTED_FINDING: Form<ExpectedFinding> = {
  ...FINDING,
  schema: { ...FINDING.schema, minProperties: 1 },
  read: (data, refuse) =>
    Object.values(data ?? {}).every((value) => value === undefined)
      ? refuse(misfit("an object with an `id`, a `sandbox`, or both", data))
      : FINDING.read(data, refuse),
};

const JUDGES: readonly Command[] = ["exec", "report"];

/** Every option that exists only for commands, in the order of the documentation. */
export const COMMAND_TABLE = rowsOf([], {
  tlsCert: { form: textForm("FILE"), commands: ["start", "record", "health"] },
  tlsKey: { form: textForm("FILE"), commands: ["start", "record", "health"] },
  exitWithParent: { form: FLAG, commands: ["start"] },
  log: {
    form: oneOf<"pretty" | "json" | "silent">(["pretty", "json", "silent"]),
    commands: ["start"],
    fallback: "pretty",
  },
  json: { form: FLAG, commands: ["start", "verify", "scenarios", "spec", "assumptions"] },
  yes: { form: FLAG, commands: ["store", "verify"] },
  newApi: {
    form: FLAG,
    flag: "api",
    isOnlyOnLine: true,
    commands: ["init"],
  },
  out: {
    form: textForm("DIR"),
    commands: ["demo", "record"],
    fallback: "batch-sim-demo",
  },
  target: { form: HTTP_URL, commands: ["record"] },
  redact: { form: listForm(PATTERN), commands: ["record"] },
  outputs: {
    form: oneOf<"shape" | "keep">(["shape", "keep"]),
    commands: ["record"],
    fallback: "shape",
  },
  config: { form: textForm("FILE"), commands: ["exec", "explore", "record", "verify"] },
  env: {
    form: ENV,
    commands: ["exec", "explore", "record"],
    isInProjectFile: true,
  },
  failOn: {
    form: oneOf<FailOn>(["error", "warning", "never"]),
    commands: [...JUDGES, "record"],
    isInProjectFile: true,
    fallback: "error",
  },
  strict: {
    form: FLAG,
    commands: ["exec", "report", "record", "lint"],
    isInProjectFile: true,
  },
  minCoverage: {
    form: SHARE,
    commands: JUDGES,
    isInProjectFile: true,
  },
  coverage: {
    form: FLAG,
    commands: JUDGES,
    isInProjectFile: true,
  },
  reportDir: {
    form: textForm("DIR"),
    commands: [...JUDGES, "explore", "verify"],
    isInProjectFile: true,
    path: "file",
  },
  expected: { form: listForm(EXPECTED_FINDING), isInProjectFile: true },
});
