import { scalar } from "./form.ts";
import { DURATION, FLAG, HTTP_URL, integer, textForm } from "./forms.ts";
import { rowsOf, type ValuesOf } from "./option-row.ts";

/** The options of `verify`, in the order of the documentation. */
export const VERIFY_TABLE = rowsOf(["verify"], {
  against: {
    form: HTTP_URL,
    about: "base URL of the service to compare with",
  },
  apiKeyFrom: {
    form: scalar({
      expected: "the name of an environment variable, such as `SERVICE_KEY`",
      placeholder: "NAME",
      // It may be the key itself, given by mistake.
      isSecret: true,
      accept: (data) =>
        typeof data === "string" && /^[A-Za-z_]\w*$/.test(data) ? data : undefined,
    }),
    about: "environment variable that contains the service's API key",
  },
  deploymentUrl: {
    form: HTTP_URL,
    about: "address of the deployment, where jobs are canceled; it receives the key, too",
    fallbackText: "the origin of --against",
  },
  againstTrace: {
    form: textForm("FILE"),
    about: "compare with a recording (trace.ndjson of record) instead of a service",
  },
  jobs: {
    form: integer("0 or 1", 0, 1),
    about: "number of jobs to send: 0 or 1",
    fallback: 1,
  },
  deep: {
    form: FLAG,
    about: "also send a job to cancel it, and a dry run",
  },
  write: {
    form: textForm("FILE"),
    about: "write an overlay that makes the simulator do what the service does",
  },
  pollMs: {
    form: DURATION,
    about: "time between two requests for a job's status",
    flag: "poll-interval",
    fallback: 5000,
  },
});

export type VerifyOptions = ValuesOf<typeof VERIFY_TABLE>;
