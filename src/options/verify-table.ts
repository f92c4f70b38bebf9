import { scalar } from "./form.ts";
import { DURATION, FLAG, HTTP_URL, integer, textForm } from "./forms.ts";
import { rowsOf, type ValuesOf } from "./option-row.ts";

/** The options of `verify`, in the order of the documentation. */
export const VERIFY_TABLE = rowsOf(["verify"], {
  against: {
    form: HTTP_URL,
  },
  apiKeyFrom: {
    form: scalar({
      expected: "the name of an environment variable, such as `SERVICE_KEY`",
      placeholder: "NAME",
      // The value may be the key itself, passed by mistake.
      isSecret: true,
      accept: (data) =>
        typeof data === "string" && /^[A-Za-z_]\w*$/.test(data) ? data : undefined,
    }),
  },
  deploymentUrl: {
    form: HTTP_URL,
  },
  againstTrace: {
    form: textForm("FILE"),
  },
  jobs: {
    form: integer("0 or 1", 0, 1),
    fallback: 1,
  },
  deep: {
    form: FLAG,
  },
  write: {
    form: textForm("FILE"),
  },
  pollMs: {
    form: DURATION,
    flag: "poll-interval",
    fallback: 5000,
  },
});

export type VerifyOptions = ValuesOf<typeof VERIFY_TABLE>;
