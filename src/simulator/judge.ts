import type { ClientJudge } from "../control/host.ts";
import { MADE_KEY_PREFIX } from "../core/api-key.ts";
import { counted } from "../core/counted.ts";
import { inSlices } from "../engine/in-slices.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import type { ReportRegistry } from "./report-registry.ts";

/** Judges a server's clients, with pauses for other work. */
export function judgeOf(reports: ReportRegistry, sandboxes: Sandboxes): ClientJudge {
  return {
    report: (judging) => inSlices(reports.report(sandboxes.all(), judging)),
    reportOn: async (sandbox, judging) => {
      const report = await inSlices(reports.reportOn(sandbox, judging), sandbox.name);
      if (report.summary.exchanges > 0) return report;
      const strays = strayRequests(sandboxes.all(), sandbox);
      return strays === undefined ? report : { ...report, strays };
    },
    expectFinding: (expected) => reports.expect(expected),
    expectClientError: (sandbox, jobId) => reports.expectClientError(sandbox, jobId),
  };
}

const MAX_NAMED = 3;

/**
 * Describes the requests since a sandbox was created that had keys of sandboxes that no test
 * created, or no accepted key; undefined if there are none. Any test may have sent them.
 */
function strayRequests(sandboxes: readonly Sandbox[], { openedAt }: Sandbox): string | undefined {
  const strays = sandboxes
    .filter(({ recipe }) => recipe.key?.startsWith(MADE_KEY_PREFIX) !== true)
    .flatMap(({ traces }) => traces.all())
    .filter(({ wallAt }) => wallAt >= openedAt);
  if (strays.length === 0) return undefined;
  const places = new Set(
    strays.map(({ method, url, status }) => `${method} ${url.replace(/\?.*$/s, "")} (${status})`),
  );
  const named = [...places].slice(0, MAX_NAMED).join(", ");
  const more = places.size > MAX_NAMED ? ", …" : "";
  const requests = counted(strays.length, "request");
  return `The server received ${requests} with an unknown key or without a key, from this test or another one: ${named}${more}. The client must send the sandbox's own key, which is its API key in the test, and in the variable \`BATCH_SIM_API_KEY\` if that is set.`;
}
