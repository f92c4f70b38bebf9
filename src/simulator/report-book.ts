import type { Evidence, StartFacts } from "../findings/evidence.ts";
import type { ExpectedFinding } from "../findings/expected-finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import { type Report, reportOf } from "../findings/report/report.ts";
import { reproductionOf } from "../findings/report/reproduction.ts";
import { type Verdict, verdictOn } from "../findings/report/verdict.ts";
import { contractFactsOf } from "../spec/contract-facts.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandbox } from "../state/sandbox.ts";

type World = Sandbox;

/** What a report book depends on. */
export type ReportBookParts = {
  readonly version: string;
  /** A sandbox's scenario as it is named on the command line. */
  readonly scenarioOf: (sandbox: World) => string;
  readonly specOf: (sandbox: World) => Spec;
  readonly startOf: (sandbox: World) => StartFacts;
  readonly basePath: string;
};

/** Maximum number of verdicts to keep for ended sandboxes. */
const MAX_KEPT = 1000;
const MAX_KEPT_FINDINGS = 100;
const MAX_KEPT_LIVES = 5;

/** Keeps the expectations that tests declare and the verdicts on ended sandboxes, and makes the reports. */
export class ReportBook {
  readonly #parts: ReportBookParts;
  readonly #expected: ExpectedFinding[] = [];
  #kept: Verdict[] = [];
  #isClosed = false;

  constructor(parts: ReportBookParts) {
    this.#parts = parts;
  }

  /** Declares that every finding that matches this one is expected. */
  expect(expected: ExpectedFinding): void {
    this.#expected.push(expected);
  }

  /** Notes that a client reported an error about what has happened in a sandbox so far, or about one job. */
  expectClientError(sandbox: World, jobId?: string): void {
    const afterExchange = sandbox.traces.all().reduce((last, { id }) => Math.max(last, id), 0);
    const clientError = { afterExchange, ...(jobId === undefined ? {} : { jobId }) };
    sandbox.transact(() => ({
      events: [{ kind: "clientErrorNoted", clientError }],
      result: undefined,
    }));
  }

  /** Judges a sandbox that is about to end, so that later reports include its clients. */
  keep(sandbox: World): void {
    if (this.#isClosed || sandbox.traces.length === 0) return;
    const { findings, lives, ...verdict } = this.#verdictOn(sandbox, {});
    const kept = {
      ...verdict,
      findings: findings.slice(0, MAX_KEPT_FINDINGS),
      lives: lives.slice(0, MAX_KEPT_LIVES),
    };
    this.#kept = [...this.#kept, kept].slice(-MAX_KEPT);
  }

  /** Stops keeping verdicts: the remaining sandboxes end with the simulator, and can still be judged. */
  close(): void {
    this.#isClosed = true;
  }

  /** The report on these sandboxes and on the ended ones. */
  report(sandboxes: readonly World[], judging: Judging = {}): Report {
    const verdicts = sandboxes.map((sandbox) => this.#verdictOn(sandbox, judging));
    return this.#reportOf([...this.#kept, ...verdicts], this.#expected);
  }

  /** The report on one sandbox. An expectation that names no sandbox need not be met there. */
  reportOn(sandbox: World, judging: Judging = {}): Report {
    const verdict = this.#verdictOn(sandbox, judging);
    const expected = this.#expected.filter((each) =>
      each.sandbox === undefined
        ? verdict.findings.some(({ id }) => id === (each.id ?? id))
        : each.sandbox === sandbox.name,
    );
    return this.#reportOf([verdict], expected);
  }

  #reportOf(verdicts: readonly Verdict[], expected: readonly ExpectedFinding[]): Report {
    return reportOf(verdicts, { version: this.#parts.version, expected });
  }

  #verdictOn(sandbox: World, judging: Judging): Verdict {
    const { specOf, basePath } = this.#parts;
    const evidence = this.#evidenceOf(sandbox);
    const verdict = verdictOn(evidence, judging);
    const { keyScheme, operations } = specOf(sandbox);
    const deployed = operations.filter(({ server }) => server === "deployment");
    const reproduction = reproductionOf(
      evidence,
      { findings: verdict.findings, exchanges: sandbox.journal.exchanges() },
      {
        keyHeader: keyScheme.header,
        keyScheme: keyScheme.scheme,
        basePath,
        atDeployment: new Set(deployed.map(({ operationId }) => operationId)),
      },
    );
    return reproduction === undefined ? verdict : { ...verdict, reproduction };
  }

  #evidenceOf(sandbox: World): Evidence {
    const now = sandbox.clock.now();
    return {
      sandbox: sandbox.name,
      scenario: this.#parts.scenarioOf(sandbox),
      start: this.#parts.startOf(sandbox),
      seed: sandbox.seed,
      clock: sandbox.clock.spec,
      now,
      // They are stored in the order in which they ended, but judged in the order in which they began.
      traces: [...sandbox.traces.all()].sort((a, b) => a.id - b.id),
      droppedTraces: sandbox.traces.dropped,
      jobs: [...sandbox.state.jobs.keys()].map((jobId) => sandbox.timelines.knownAt(jobId, now)),
      rules: sandbox.scenario.faults.map((rule) => {
        const { matched, fired } = sandbox.state.faultHits.get(rule.name) ?? {
          matched: 0,
          fired: 0,
        };
        return { rule, matched, fired };
      }),
      contract: contractFactsOf(this.#parts.specOf(sandbox)),
      stalls: sandbox.clock.stalls,
      clientErrors: sandbox.state.clientErrors,
    };
  }
}
