import { type Form, listForm, objectOf } from "./form.ts";
import { countForm, DURATION, FLAG, oneOf, textForm } from "./forms.ts";
import { rowsOf } from "./option-row.ts";

/** Every verdict on an experiment of `explore`, worst first. */
export const VERDICTS = [
  "false-success",
  "misbehaved",
  "hung",
  "flaky",
  "failed-loudly",
  "not-reached",
  "survived",
] as const;

export type VerdictName = (typeof VERDICTS)[number];

const VERDICT_LIST: Form<readonly VerdictName[]> = {
  ...listForm(oneOf(VERDICTS, `a verdict: ${VERDICTS.join(", ")}`)),
  placeholder: "VERDICTS",
  fromText: (text) => text.split(",").map((word) => word.trim()),
  toText: (verdicts) => (verdicts as readonly string[]).join(","),
};

/** The options of `explore`, in the order of the documentation. */
export const EXPLORE_TABLE = rowsOf(["explore"], {
  budgetMs: { form: DURATION },
  runs: { form: countForm(100_000) },
  parallel: { form: countForm(64) },
  timeoutMs: { form: DURATION, commands: ["explore", "verify"] },
  clientTimeoutMs: { form: DURATION, fallback: 35_000 },
  resume: { form: FLAG },
  baseline: { form: textForm("FILE") },
  keep: { form: textForm("ID") },
  failOnVerdicts: {
    form: VERDICT_LIST,
    flag: "fail-on",
    fallback: ["hung", "misbehaved", "false-success"],
  },
  expect: {
    form: objectOf<{ survive: readonly string[] }>({ survive: listForm(textForm("ID")) }),
    commands: [],
    isInProjectFile: true,
  },
});
