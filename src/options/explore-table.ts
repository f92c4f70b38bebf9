import { type Form, listForm, objectOf } from "./form.ts";
import { countForm, DURATION, FLAG, oneOf, TEXT } from "./forms.ts";
import type { Command, DefaultedRow, OptionRow } from "./option-row.ts";

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

/** Options that only `explore` has. */
export type ExploreOptions = {
  readonly budgetMs?: number;
  readonly runs?: number;
  readonly parallel?: number;
  readonly timeoutMs?: number;
  readonly clientTimeoutMs?: number;
  readonly resume?: boolean;
  readonly baseline?: string;
  readonly keep?: string;
  readonly failOnVerdicts?: readonly VerdictName[];
  readonly expect?: { readonly survive?: readonly string[] };
};

type RowOf<Name extends keyof ExploreOptions> = Name extends "clientTimeoutMs" | "failOnVerdicts"
  ? DefaultedRow<NonNullable<ExploreOptions[Name]>>
  : OptionRow<NonNullable<ExploreOptions[Name]>>;

const VERDICT_LIST: Form<readonly VerdictName[]> = {
  ...listForm(oneOf(VERDICTS, `a verdict: ${VERDICTS.join(", ")}`)),
  fromText: (text) => text.split(",").map((word) => word.trim()),
  toText: (verdicts) => (verdicts as readonly string[]).join(","),
};

const EXPLORE: readonly Command[] = ["explore"];

/** The options of `explore`, in the order of the documentation. */
export const EXPLORE_TABLE: { readonly [Name in keyof ExploreOptions]-?: RowOf<Name> } = {
  budgetMs: {
    form: DURATION,
    about: "begin no more experiments after this time, such as 5m",
    flag: "budget",
    placeholder: "TIME",
    commands: EXPLORE,
    fallbackText: "unlimited",
  },
  runs: {
    form: countForm(100_000),
    about: "maximum number of experiments to run",
    flag: "runs",
    placeholder: "N",
    commands: EXPLORE,
    fallbackText: "unlimited",
  },
  parallel: {
    form: countForm(64),
    about: "number of runs at a time",
    flag: "parallel",
    placeholder: "N",
    commands: EXPLORE,
    fallbackText:
      "the number of cores, at most 4, or 1 if two runs without faults don't both pass side by side",
  },
  timeoutMs: {
    form: DURATION,
    about: "time limit of each run; for verify, of each job",
    flag: "timeout",
    placeholder: "TIME",
    commands: [...EXPLORE, "verify"],
    fallbackText:
      "1h for verify; for explore, ten times the duration of the first run, at least 10 s, plus the client's timeout if the client has to wait for it",
  },
  clientTimeoutMs: {
    form: DURATION,
    about: "how long the client waits for a response, and for a job that doesn't end",
    flag: "client-timeout",
    placeholder: "TIME",
    commands: EXPLORE,
    fallback: 35_000,
  },
  resume: {
    form: FLAG,
    about: "run only the experiments that the report in the folder doesn't have",
    flag: "resume",
    commands: EXPLORE,
  },
  baseline: {
    form: TEXT,
    about:
      "an earlier explore.json: fail only for verdicts that got worse, and list those that got better",
    flag: "baseline",
    placeholder: "FILE",
    commands: EXPLORE,
  },
  keep: {
    form: TEXT,
    about:
      "copy an experiment's scenario into the folder scenarios, and print the command that plays it",
    flag: "keep",
    placeholder: "ID",
    commands: EXPLORE,
  },
  failOnVerdicts: {
    form: VERDICT_LIST,
    about: `verdicts that exit with 3: ${VERDICTS.join(", ")}`,
    flag: "fail-on",
    placeholder: "VERDICTS",
    commands: EXPLORE,
    fallback: ["hung", "misbehaved", "false-success"],
  },
  expect: {
    form: objectOf<{ survive: readonly string[] }>({ survive: listForm(TEXT) }),
    about:
      "with `survive`: operations, and IDs of experiments or their beginnings, that the client has to survive; failing loudly isn't enough there",
    commands: [],
    isInProjectFile: true,
  },
};
