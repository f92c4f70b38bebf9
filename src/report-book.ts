import type { Evidence } from "./contract/evidence.ts";
import type { ClientError, ExpectedFinding } from "./contract/expectation.ts";
import type { Judging } from "./contract/findings-of.ts";
import { type Report, reportOf } from "./contract/report.ts";
import { type Verdict, verdictOn } from "./contract/verdict.ts";
import { lifeOf } from "./engine/life.ts";
import type { PackedRows } from "./input/packed-rows.ts";
import { contractFactsOf } from "./spec/contract-facts.ts";
import type { Spec } from "./spec/spec.ts";
import type { Sandbox } from "./state/sandbox.ts";

type World = Sandbox<PackedRows>;

/** What a report book is kept with. */
export type ReportBookParts = {
  readonly version: string;
  /** A sandbox's scenario as it is named on the command line. */
  readonly scenarioOf: (sandbox: World) => string;
  readonly specOf: (sandbox: World) => Spec;
};

/** Verdicts on sandboxes that are gone that are kept. */
const MAX_KEPT = 1000;

/** Keeps what tests say of their clients, and makes the reports. */
export class ReportBook {
  readonly #parts: ReportBookParts;
  readonly #expected: ExpectedFinding[] = [];
  readonly #clientErrors = new WeakMap<World, ClientError[]>();
  #kept: Verdict[] = [];

  constructor(parts: ReportBookParts) {
    this.#parts = parts;
  }

  /** Takes a finding as expected, wherever it fits. */
  expect(expected: ExpectedFinding): void {
    this.#expected.push(expected);
  }

  /** Takes it that a client reported an error of what happened in a sandbox up to now. */
  expectClientError(sandbox: World, jobId?: string): void {
    const afterExchange = sandbox.traces.all().at(-1)?.id ?? 0;
    const told = { afterExchange, ...(jobId === undefined ? {} : { jobId }) };
    this.#clientErrors.set(sandbox, [...(this.#clientErrors.get(sandbox) ?? []), told]);
  }

  /** Judges a sandbox that is about to be forgotten: its clients are part of later reports. */
  keep(sandbox: World): void {
    if (sandbox.traces.all().length === 0) return;
    this.#kept = [...this.#kept, verdictOn(this.#evidenceOf(sandbox))].slice(-MAX_KEPT);
  }

  /** The report on these sandboxes, and on those that were kept under a name that fits. */
  report(sandboxes: readonly World[], judging: Judging & { readonly only?: string } = {}): Report {
    const { version } = this.#parts;
    const { only } = judging;
    const verdicts = [
      ...this.#kept.filter(({ about }) => only === undefined || about.name === only),
      ...sandboxes.map((sandbox) => verdictOn(this.#evidenceOf(sandbox), judging)),
    ];
    const expected = this.#expected.filter(
      ({ sandbox }) => only === undefined || sandbox === undefined || sandbox === only,
    );
    return reportOf(verdicts, { version, expected });
  }

  #evidenceOf(sandbox: World): Evidence {
    return {
      sandbox: sandbox.name,
      scenario: this.#parts.scenarioOf(sandbox),
      seed: sandbox.seed,
      clock: sandbox.clock.spec,
      now: sandbox.clock.now(),
      traces: sandbox.traces.all(),
      droppedTraces: sandbox.traces.dropped,
      jobs: sandbox.store.jobs().map((job) => ({ facts: job.facts, timeline: lifeOf(job) })),
      faults: sandbox.scenario.faults.map(({ name }) => name),
      contract: contractFactsOf(this.#parts.specOf(sandbox)),
      clientErrors: this.#clientErrors.get(sandbox) ?? [],
    };
  }
}
