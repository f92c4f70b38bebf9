import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { scenarioText } from "../../src/explore/plan/experiment.ts";
import { planFor } from "../../src/explore/run/first-run.ts";
import { type RunResult, recordRun } from "../../src/explore/run/run-once.ts";
import {
  type Judgment,
  judge,
  newFindings,
  seriousIn,
} from "../../src/explore/verdict/judgment.ts";
import type { FindingId, Simulator, SimulatorOptions } from "../../src/index.ts";
import type { ClockText } from "../../src/types.ts";

/** A client's own test: it rejects if the test fails. */
export type ClientTest = (sim: Simulator) => Promise<void>;

/** The results of exploring a client's test. */
export type Exploration = {
  /** The findings of the run without faults. */
  readonly first: readonly FindingId[];
  /** Each experiment with its verdict, and the findings that the first run didn't have. */
  readonly explored: readonly {
    readonly id: string;
    readonly verdict: Judgment;
    readonly found: readonly FindingId[];
  }[];
};

/** The API and clock for the exploration, and the planned experiments to run (default: all). */
type Extent = {
  readonly clock?: ClockText;
  readonly overlays?: readonly string[];
  /** Whether the test would fail if all outputs were wrong. Default: false. */
  readonly looksAtOutputs?: boolean;
  readonly only?: (id: string) => boolean;
};

/** No run in this process takes nearly this long. */
const LIMIT_MS = 20_000;

/** Runs a client's test once for each experiment in its plan, as `explore` does, but in this process. */
export async function exploreTest(
  test: ClientTest,
  { clock = "poll", overlays = [], looksAtOutputs = false, only = () => true }: Extent = {},
): Promise<Exploration> {
  const folder = mkdtempSync(join(tmpdir(), "explored-"));
  try {
    const first = await runTest(test, { clock, overlays });
    if (first.exitCode !== 0) throw new Error(first.output);
    const { experiments } = await planFor(first, clock);
    const explored: Exploration["explored"][number][] = [];
    for (const experiment of experiments.filter(({ id }) => only(id))) {
      const over = join(folder, `${experiment.id}.yaml`);
      writeFileSync(over, scenarioText(experiment, { clock }));
      const seen = await runTest(test, { clock, overlays, over });
      const verdict = judge(experiment, seen, {
        first,
        looksAtOutputs,
        limit: () => "20 s",
      });
      const found = newFindings(seen, first).map(({ id }) => id);
      explored.push({ id: experiment.id, verdict, found });
    }
    return { first: seriousIn(first).map(({ id }) => id), explored };
  } finally {
    rmSync(folder, { recursive: true });
  }
}

type Setup = Pick<SimulatorOptions, "clock" | "overlays" | "over">;

async function runTest(test: ClientTest, setup: Setup): Promise<RunResult> {
  const options = { ...setup, onNotice: () => {} };
  return recordRun(options, async ({ simulator }) => {
    const ended = test(simulator).then(
      () => ({ exitCode: 0, isTimedOut: false, output: "" }),
      (error: unknown) => ({ exitCode: 1, isTimedOut: false, output: String(error) }),
    );
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<Awaited<typeof ended>>((resolve) => {
      timer = setTimeout(() => resolve({ exitCode: 1, isTimedOut: true, output: "" }), LIMIT_MS);
    });
    const end = await Promise.race([ended, late]);
    clearTimeout(timer);
    return { ...end, durationMs: 0 };
  });
}
