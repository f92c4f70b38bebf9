import type { ExpectedFinding } from "../findings/expected-finding.ts";
import { FINDING_IDS } from "../findings/finding-table.ts";
import type { FailOn } from "../findings/report/fails.ts";
import { ENV } from "./command-environment.ts";
import { type Form, listForm, misfit, objectOf } from "./form.ts";
import { FLAG, HTTP_URL, oneOf, PATTERN, SHARE, textForm } from "./forms.ts";
import { type Command, rowsOf, type ValuesOf } from "./option-row.ts";

const FINDING: Form<ExpectedFinding> = objectOf<ExpectedFinding>({
  id: oneOf(FINDING_IDS, "the ID of a finding"),
  sandbox: textForm("NAME"),
});

/** Findings that tests provoke on purpose. */
const EXPECTED_FINDINGS: Form<readonly ExpectedFinding[]> = listForm({
  ...FINDING,
  schema: { ...FINDING.schema, minProperties: 1 },
  read: (data) => {
    const reading = FINDING.read(data);
    const isEmpty = "value" in reading && Object.keys(reading.value).length === 0;
    return isEmpty ? misfit("an object with an `id`, a `sandbox`, or both", data) : reading;
  },
});

const JUDGES: readonly Command[] = ["exec", "report"];

/** Every option that only commands have, in the order of the documentation. */
export const COMMAND_TABLE = rowsOf([], {
  tlsCert: {
    form: textForm("FILE"),
    about: "serve https with this certificate (PEM)",
    commands: ["start", "record", "health"],
  },
  tlsKey: {
    form: textForm("FILE"),
    about: "private key of the certificate (PEM)",
    commands: ["start", "record", "health"],
  },
  exitWithParent: {
    form: FLAG,
    about: "exit when standard input closes, so that a killed test runner leaves no orphan",
    commands: ["start"],
  },
  log: {
    form: oneOf<"pretty" | "json" | "silent">(["pretty", "json", "silent"]),
    about: "format of the request log",
    commands: ["start"],
    fallback: "pretty",
  },
  json: {
    form: FLAG,
    about:
      "print JSON; start prints one line when it is ready, and writes its log to standard error",
    commands: ["start", "verify", "scenarios", "spec", "assumptions"],
  },
  yes: {
    form: FLAG,
    about: "reset a store, or send the requests of verify, without asking",
    commands: ["store", "verify"],
  },
  newApi: {
    form: FLAG,
    about: "write an overlay for an API of your own instead",
    flag: "api",
    isOnlyOnLine: true,
    commands: ["init"],
  },
  out: {
    form: textForm("DIR"),
    about: "folder for the downloads; for record, for the trace, the reports, and the scenario",
    commands: ["demo", "record"],
    fallback: "batch-sim-demo",
    fallbackText: "batch-sim-demo; for record, recording",
  },
  target: {
    form: HTTP_URL,
    about: "base URL of the service to record",
    commands: ["record"],
  },
  redact: {
    form: listForm(PATTERN),
    about: "replace what matches this regular expression before anything is written; repeatable",
    commands: ["record"],
  },
  outputs: {
    form: oneOf<"shape" | "keep">(["shape", "keep"]),
    about:
      "write only the shapes of inputs and outputs, or keep the rows, so that they replay as recorded",
    commands: ["record"],
    fallback: "shape",
  },
  config: {
    form: textForm("FILE"),
    about: "project file",
    commands: ["exec", "explore", "record", "verify"],
    fallbackText: "batch-sim.yaml, if it exists",
  },
  env: {
    form: ENV,
    about:
      "set a variable of the command to base_url, deployment_url, control_url, api_key, or control_token (for record, one of the first two); repeatable",
    commands: ["exec", "explore", "record"],
    isInProjectFile: true,
  },
  failOn: {
    form: oneOf<FailOn>(["error", "warning", "never"]),
    about: "lowest severity that exits with 3: error, warning, or never",
    commands: [...JUDGES, "record"],
    isInProjectFile: true,
    fallback: "error",
  },
  strict: {
    form: FLAG,
    about: "treat warnings as problems (lint), and infos as warnings (exec, report, record)",
    commands: ["exec", "report", "record", "lint"],
    isInProjectFile: true,
  },
  minCoverage: {
    form: SHARE,
    about: "exit with 3 if less than this share was covered, such as 60%",
    commands: JUDGES,
    isInProjectFile: true,
  },
  coverage: {
    form: FLAG,
    about: "list all missing coverage",
    commands: JUDGES,
    isInProjectFile: true,
  },
  reportDir: {
    form: textForm("DIR"),
    about:
      "folder for report.json, junit.xml, report.html, trace.ndjson, and reproduce.sh; for explore, for its report, scenarios, and recordings; for verify, for verify.json, junit.xml, and verify.html",
    commands: [...JUDGES, "explore", "verify"],
    isInProjectFile: true,
    path: "file",
  },
  expected: {
    form: EXPECTED_FINDINGS,
    about: "findings that tests provoke on purpose, each with an `id`, a `sandbox`, or both",
    isInProjectFile: true,
  },
});

export type CommandOptions = ValuesOf<typeof COMMAND_TABLE>;
