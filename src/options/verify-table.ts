import { scalar } from "./form.ts";
import { DURATION, FLAG, HTTP_URL, integer, TEXT } from "./forms.ts";
import type { Command, DefaultedRow, OptionRow } from "./option-row.ts";

/** Options that only `verify` has. */
export type VerifyOptions = {
  readonly against?: string;
  readonly apiKeyFrom?: string;
  readonly deploymentUrl?: string;
  readonly againstTrace?: string;
  readonly jobs?: number;
  readonly deep?: boolean;
  readonly write?: string;
  readonly pollMs?: number;
};

type RowOf<Name extends keyof VerifyOptions> = Name extends "jobs" | "pollMs"
  ? DefaultedRow<NonNullable<VerifyOptions[Name]>>
  : OptionRow<NonNullable<VerifyOptions[Name]>>;

const VERIFY: readonly Command[] = ["verify"];

/** The options of `verify`, in the order of the documentation. */
export const VERIFY_TABLE: { readonly [Name in keyof VerifyOptions]-?: RowOf<Name> } = {
  against: {
    form: HTTP_URL,
    about: "base URL of the service to compare with",
    flag: "against",
    placeholder: "URL",
    commands: VERIFY,
  },
  apiKeyFrom: {
    form: scalar({
      expected: "the name of an environment variable, such as `SERVICE_KEY`",
      // It may be the key itself, given by mistake.
      isSecret: true,
      accept: (data) =>
        typeof data === "string" && /^[A-Za-z_]\w*$/.test(data) ? data : undefined,
    }),
    about: "environment variable that contains the service's API key",
    flag: "api-key-from",
    placeholder: "NAME",
    commands: VERIFY,
  },
  deploymentUrl: {
    form: HTTP_URL,
    about: "address of the deployment, where jobs are canceled; it receives the key, too",
    flag: "deployment-url",
    placeholder: "URL",
    commands: VERIFY,
    fallbackText: "the origin of --against",
  },
  againstTrace: {
    form: TEXT,
    about: "compare with a recording (trace.ndjson of record) instead of a service",
    flag: "against-trace",
    placeholder: "FILE",
    commands: VERIFY,
  },
  jobs: {
    form: integer("0 or 1", 0, 1),
    about: "number of jobs to send: 0 or 1",
    flag: "jobs",
    placeholder: "N",
    commands: VERIFY,
    fallback: 1,
  },
  deep: {
    form: FLAG,
    about: "also send a job to cancel it, and a dry run",
    flag: "deep",
    commands: VERIFY,
  },
  write: {
    form: TEXT,
    about: "write an overlay that makes the simulator do what the service does",
    flag: "write",
    placeholder: "FILE",
    commands: VERIFY,
  },
  pollMs: {
    form: DURATION,
    about: "time between two requests for a job's status",
    flag: "poll-interval",
    placeholder: "TIME",
    commands: VERIFY,
    fallback: 5000,
  },
};
