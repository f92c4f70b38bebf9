import type { Reach } from "../control/control.ts";
import type { Probes } from "../control/control-path.ts";
import { once } from "../core/once-per.ts";
import type { Listening } from "../http/listen.ts";
import type { LeaderTerm } from "./leader-term.ts";
import type { MeasuredProcess, MeasuredServer } from "./metrics.ts";
import type { Serving } from "./serve.ts";

export type ProbedProcess = Omit<MeasuredProcess, "current"> & {
  readonly current: () => LeaderTerm | undefined;
  /** Why this process can't respond; undefined if it can. Used only if it lacks the state. */
  readonly problemElsewhere: () => Promise<Error | undefined>;
};

/** Handles requests: with its own state or, in a follower, by forwarding them to the leader. */
export type StateProvider = Serving &
  ProbedProcess &
  Pick<LeaderTerm, "stop" | "end"> & {
    /** The state. Throws a SimulatorError if another process has it. */
    readonly term: () => LeaderTerm;
    readonly reach: Reach;
    /** Resolves when requests can be handled. Called once the server is listening. */
    readonly start: (listenings: readonly Listening[]) => Promise<void>;
    /** Stores the remaining changes. */
    readonly close: () => Promise<void>;
  };

export function openProbes(server: MeasuredServer, process: ProbedProcess): Probes {
  const metrics = once(async () => {
    const { metricsOf } = await import("./metrics.ts");
    return metricsOf(server, process);
  });
  return {
    status: () => process.status(),
    problem: async () => {
      const term = process.current();
      if (term === undefined) return process.problemElsewhere();
      return term.saved?.ready().then(
        () => undefined,
        (error: Error) => error,
      );
    },
    metrics: async () => (await metrics()).metrics(),
  };
}
