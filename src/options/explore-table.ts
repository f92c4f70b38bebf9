import { type Form, listForm, objectOf } from "./form.ts";
import { countForm, DURATION, FLAG, oneOf, textForm } from "./forms.ts";
import { rowsOf, type ValuesOf } from "./option-row.ts";

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
  budgetMs: {
    form: DURATION,
    about: "begin no more experiments after this time, such as 5m",
    flag: "budget",
    fallbackText: "unlimited",
  },
  runs: {
    form: countForm(100_000),
    about: "maximum number of experiments to run",
    fallbackText: "unlimited",
  },
  parallel: {
    form: countForm(64),
    about: "number of runs at a time",
    fallbackText:
      "the number of cores, at most 4, or 1 if two runs without faults don't both pass side by side",
  },
  timeoutMs: {
    form: DURATION,
    about: "time limit of each run; for verify, of each job",
    flag: "timeout",
    commands: ["explore", "verify"],
    fallbackText:
      "1h for verify; for explore, ten times the duration of the first run, at least 10 s, plus the client's timeout if the client has to wait for it",
  },
  clientTimeoutMs: {
    form: DURATION,
    about: "how long the client waits for a response, and for a job that doesn't end",
    flag: "client-timeout",
    fallback: 35_000,
  },
  resume: {
    form: FLAG,
    about: "run only the experiments that the report in the folder doesn't have",
  },
  baseline: {
    form: textForm("FILE"),
    about:
      "an earlier explore.json: fail only for verdicts that got worse, and list those that got better",
  },
  keep: {
    form: textForm("ID"),
    about:
      "copy an experiment's scenario into the folder scenarios, and print the command that plays it",
  },
  failOnVerdicts: {
    form: VERDICT_LIST,
    about: `verdicts that exit with 3: ${VERDICTS.join(", ")}`,
    flag: "fail-on",
    fallback: ["hung", "misbehaved", "false-success"],
  },
  expect: {
    form: objectOf<{ survive: readonly string[] }>({ survive: listForm(textForm("ID")) }),
    about:
      "with `survive`: operations, and IDs of experiments or their beginnings, that the client has to survive; failing loudly isn't enough there",
    commands: [],
    isInProjectFile: true,
  },
});

export type ExploreOptions = ValuesOf<typeof EXPLORE_TABLE>;
