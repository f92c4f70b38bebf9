import { DURATION, FLAG, HTTP_URL, integer, matching, textForm } from "./forms.ts";
import { rowsOf } from "./option-row.ts";

/** The options of `verify`, in the order of the documentation. */
export const VERIFY_TABLE = rowsOf(["verify"], {
  against: { form: HTTP_URL },
  apiKeyFrom: {
    form: matching(/^[A-Za-z_]\w*$/, {
      expected: "the name of an environment variable, such as `SERVICE_KEY`",
      placeholder: "NAME",
      // Users may pass the key itself by mistake.
      isSecret: true,
    }),
  },
  deploymentUrl: { form: HTTP_URL },
  againstTrace: { form: textForm("FILE") },
  jobs: { form: integer("0 or 1", 0, 1), fallback: 1 },
  deep: { form: FLAG },
  write: { form: textForm("FILE") },
  pollMs: {
    form: DURATION,
    flag: "poll-interval",
    fallback: 5000,
  },
});
