import type { Judging } from "../../findings/findings-of.ts";
import type { Report } from "../../findings/report/report.ts";
import { REPORT_SCHEMA } from "../../findings/report/report-schema.ts";
import { judgingGrammar } from "../shared/judging-grammar.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Reports what the clients of all sandboxes did wrong, and what they used. */
export const getReportVerb: Verb<Judging, Report> = defineVerb({
  route: {
    method: "GET",
    path: "/report",
    query: { strict: "boolean" },
    isOfServer: true,
    summary: "Report what the clients of all keys did wrong, and what they used",
  },
  arguments: judgingGrammar,
  response: ({ jsonSchemaGrammar }) => jsonSchemaGrammar<Report>(REPORT_SCHEMA),
  act: ({ host }, judging) => host.judge.report(judging),
});
