import type { Report } from "../../findings/report/report-of.ts";
import type { ReportOptions } from "../arguments.ts";
import { defineVerb, type Verb } from "../verb.ts";
import { STRICT } from "./find-findings.ts";

/**
 * Reports the mistakes of the sandbox's clients, and the features that they used; `all` covers the
 * clients of every sandbox.
 *
 * @method report(options?: ReportOptions)
 */
export const getReportVerb: Verb<ReportOptions, Report> = defineVerb({
  route: "GET /report",
  summary: "Report the findings and the coverage, for one sandbox or for every sandbox",
  isOfServer: "all",
  usesRecords: true,
  arguments: ({ keys, optionalFlag }) =>
    keys({
      strict: optionalFlag(STRICT),
      all: optionalFlag(
        "Report on the clients of every sandbox. If true, the call needs no API key. Default: false.",
      ),
    }),
  act: async ({ host, sandbox }, { all = false, ...judging }) => {
    if (all) await host.loaded();
    const reported = all ? host.sandboxes.all() : [sandbox];
    await Promise.all(reported.map(({ readings, clock }) => readings.all(clock.now())));
    return all ? host.judge.report(judging) : host.judge.reportOn(sandbox, judging);
  },
});
