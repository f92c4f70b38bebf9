import type { Report } from "../../findings/report/report.ts";
import { REPORT_SCHEMA } from "../../findings/report/report-schema.ts";
import type { ReportOptions } from "../arguments.ts";
import { STRICT } from "../shared/judging-grammar.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Reports what the clients of a sandbox, or of all sandboxes, did wrong, and what they used. */
export const getReportVerb: Verb<ReportOptions, Report> = defineVerb({
  route: {
    method: "GET",
    path: "/report",
    query: { strict: "boolean", all: "boolean" },
    isOfServer: "all",
    summary: "Report what the key's clients, or those of all keys, did wrong, and what they used",
  },
  arguments: ({ z, keys, optional }) =>
    keys({
      strict: optional(z.boolean(), STRICT),
      all: optional(
        z.boolean(),
        "Report on the clients of all keys; needs no API key. Default: false.",
      ),
    }),
  response: ({ jsonSchemaGrammar }) => jsonSchemaGrammar<Report>(REPORT_SCHEMA),
  act: ({ host, sandbox }, { all = false, ...judging }) =>
    all ? host.judge.report(judging) : host.judge.reportOn(sandbox, judging),
});
