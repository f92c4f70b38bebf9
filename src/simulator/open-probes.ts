import type { Probes } from "../control/control-path.ts";
import { once } from "../core/once-per.ts";
import type { LeaderTerm } from "./leader-term.ts";
import type { MetricSources } from "./metrics.ts";
import type { ServerParts } from "./server-parts.ts";

type ProbedProcess = Pick<MetricSources, "status" | "takeovers"> & {
  /** The state; undefined if another process has it. */
  readonly term: () => LeaderTerm | undefined;
  /** Why this process can't respond while it doesn't have the state; undefined if it can. */
  readonly problemElsewhere: () => Promise<Error | undefined>;
};

export function openProbes(
  { requests, vitals }: Pick<ServerParts, "requests" | "vitals">,
  { status, term, problemElsewhere, takeovers }: ProbedProcess,
): Probes {
  const metrics = once(async () => {
    const { metricsOf } = await import("./metrics.ts");
    return metricsOf({
      ...{ requests, vitals, status, takeovers },
      sandboxes: () => term()?.open.sandboxes.all() ?? [],
      lagMs: () => term()?.saved?.lagMs ?? 0,
    });
  });
  return {
    status,
    problem: async () => {
      const current = term();
      if (current === undefined) return problemElsewhere();
      return current.saved?.ready().then(
        () => undefined,
        (error: Error) => error,
      );
    },
    metrics: async () => (await metrics()).metrics(),
  };
}
