import { faultReports } from "../control/shared/faults.ts";
import { mapInSteps, type Stepwise, sortInSteps } from "../core/steps.ts";
import type { Evidence } from "../findings/evidence.ts";
import type { Expectation } from "../findings/expected-finding.ts";
import type { Judging } from "../findings/findings-of.ts";
import { type Report, reportOf } from "../findings/report/report-of.ts";
import { type RequestForm, reproductionOf } from "../findings/report/reproduction.ts";
import { shortenedVerdict, type Verdict, verdictOn } from "../findings/report/verdict.ts";
import { contractFactsOf } from "../spec/contract-facts-of.ts";
import type { Sandbox } from "../state/sandbox.ts";
import type { SandboxStore } from "../stores/stores.ts";
import { afterwards, BackgroundSteps, KeptVerdicts, unpackVerdict } from "./kept-verdicts.ts";
import type { ServerParts } from "./server-parts.ts";
import { startFactsOf } from "./start-facts.ts";

/** Limits on the verdicts kept for ended sandboxes; a verdict takes up to about 20 KB. */
const KEPT_LIMITS = { maxCount: 1000, maxBytes: 16 * 1024 ** 2 };

/** Maximum number of expectations to keep; beyond it, the oldest are dropped. */
const MAX_EXPECTED = 10_000;

/** Keeps tests' expectations and the verdicts on ended sandboxes, and makes the reports. */
export class ReportRegistry {
  readonly #server: ServerParts;
  /** Stores the expectations and verdicts; undefined if the server has no store. */
  readonly #saved: SandboxStore | undefined;
  readonly #expected: Expectation[] = [];
  readonly #kept = new KeptVerdicts(KEPT_LIMITS);
  readonly #background = new BackgroundSteps();
  /** Ended sandboxes that still have to be judged, in the order in which they ended. */
  readonly #ended = new Set<Sandbox>();
  /** Names of ended sandboxes that an earlier process has judged. */
  judgedNames: readonly string[] = [];
  #isClosed = false;

  constructor(server: ServerParts, saved: SandboxStore | undefined) {
    this.#server = server;
    this.#saved = saved;
  }

  /** Reads earlier processes' expectations and verdicts. Call this once, before anything else. */
  async load(): Promise<void> {
    const saved = this.#saved;
    if (saved === undefined) return;
    const expected = await saved.notes<Expectation>("expectation", (json) => JSON.parse(json));
    this.#expected.push(...expected);
    const verdicts = await saved.notes("verdict", (json) => {
      const packed: { readonly text: string } = JSON.parse(json);
      return unpackVerdict(Buffer.from(packed.text, "base64"));
    });
    for (const verdict of verdicts) this.#kept.add(known(verdict));
    this.judgedNames = verdicts.map(({ about }) => about.name);
  }

  /** Declares that all findings that match `expected` are expected; at least one must occur. */
  expect(expected: Expectation): void {
    const { id, sandbox } = expected;
    if (this.#expected.some((each) => each.id === id && each.sandbox === sandbox)) return;
    if (this.#expected.push(expected) > MAX_EXPECTED) this.#expected.shift();
    this.#saved?.note("expectation", expected, MAX_EXPECTED);
  }

  /**
   * Judges a sandbox that has ended, so that later reports include its clients. The judging pauses
   * for other work, unless a report needs the result.
   */
  keep(sandbox: Sandbox): void {
    if (this.#isClosed) return;
    sandbox.log?.end();
    this.#ended.add(sandbox);
    this.#follow(sandbox);
  }

  /** Judges ended sandboxes that have been read. Runs again after each attempt to read this one. */
  #follow(sandbox: Sandbox): void {
    sandbox.unread?.whenTried(() => this.#follow(sandbox));
    for (const next of this.#ended) {
      const { unread } = next;
      // A sandbox that can't be read at the moment doesn't delay the others.
      if (this.#isClosed || unread?.hasFailed === false) return;
      if (unread === undefined && this.#ended.delete(next)) this.#keepRead(next);
    }
  }

  #keepRead(sandbox: Sandbox): void {
    if (sandbox.traces.length === 0) {
      sandbox.log?.remove();
      return;
    }
    const verdict = afterwards(this.#verdictOn(sandbox, {}, false), shortenedVerdict);
    const steps = this.#kept.add(verdict);
    this.#background.add(steps, (packed) => {
      const text = Buffer.from(packed).toString("base64");
      this.#saved?.note("verdict", { text }, KEPT_LIMITS.maxCount);
      sandbox.log?.remove();
    });
  }

  /**
   * Stops keeping verdicts: the remaining sandboxes end with the simulator, and can still be
   * judged. Resolves once no sandbox is being judged in the background.
   */
  close(): Promise<void> {
    this.#isClosed = true;
    return this.#background.close();
  }

  /** The report on these sandboxes and on the ended ones, as of now. */
  report(sandboxes: readonly Sandbox[], judging: Judging = {}): Stepwise<Report> {
    const verdicts = sandboxes.map((sandbox) => this.#verdictOn(sandbox, judging));
    const expected = [...this.#expected];
    return this.#reportOf([...this.#kept.all(), ...verdicts], () => expected);
  }

  /** The report on one sandbox, as of now; only its own expectations have to be met. */
  reportOn(sandbox: Sandbox, judging: Judging = {}): Stepwise<Report> {
    const { name } = sandbox;
    const expected = [...this.#expected];
    return this.#reportOf([this.#verdictOn(sandbox, judging)], ([verdict]) =>
      expected.filter((each) =>
        each.sandbox === undefined
          ? verdict?.findings.some(({ id }) => id === (each.id ?? id))
          : each.sandbox === name,
      ),
    );
  }

  *#reportOf(
    judged: readonly Stepwise<Verdict>[],
    expectedOf: (verdicts: readonly Verdict[]) => readonly Expectation[],
  ): Stepwise<Report> {
    const verdicts: Verdict[] = [];
    for (const each of judged) verdicts.push(yield* each);
    const expected = expectedOf(verdicts);
    return yield* reportOf(verdicts, { version: this.#server.version, expected });
  }

  /** Immediately copies everything that can change; later steps use only the copies. */
  #verdictOn(
    sandbox: Sandbox,
    judging: Judging,
    isInUse: boolean = !this.#isClosed,
  ): Stepwise<Verdict> {
    const { staging, basePath } = this.#server;
    const { keySchemes, operations } = staging.specOf(sandbox.state.scenario);
    const form: RequestForm = { keySchemes, basePath, operations };
    const facts = this.#factsAbout(sandbox, isInUse);
    const stored = [...sandbox.state.jobs.values()];
    const timelines = sandbox.timelines.inSteps();
    const exchanges = sandbox.journal.all();
    const judge = function* (): Stepwise<Verdict> {
      // Traces are sorted by when exchanges ended, but are judged in the order in which they began.
      const traces = yield* sortInSteps(facts.traces, (a, b) => a.id - b.id);
      const version = yield* timelines;
      const jobs = yield* mapInSteps(stored, (job) => ({
        jobId: job.jobId,
        // A timeline takes more memory than its job, so each use makes a new one.
        get history() {
          return version.madeAt(job, facts.now);
        },
      }));
      const evidence = { ...facts, traces, jobs };
      const verdict = yield* verdictOn(evidence, judging);
      const reproduction = yield* reproductionOf(evidence, verdict.findings, exchanges, form);
      return reproduction === undefined ? verdict : { ...verdict, reproduction };
    };
    return judge();
  }

  #factsAbout(sandbox: Sandbox, isInUse: boolean): Omit<Evidence, "jobs"> {
    const { settings, staging } = this.#server;
    const { clock, traces, state } = sandbox;
    return {
      sandbox: sandbox.name,
      title: state.title,
      apiKey: sandbox.recipe.key,
      ...startFactsOf(sandbox, settings, staging),
      seed: sandbox.seed,
      clock: clock.spec,
      isInUse,
      now: clock.now(),
      traces: traces.all(),
      droppedTraces: traces.dropped,
      droppedUntil: traces.droppedUntil,
      journalGaps: [...state.journalGaps],
      deliveries: [...state.deliveries.values()],
      rules: faultReports(sandbox),
      contract: contractFactsOf(staging.specOf(state.scenario)),
      stalls: [...state.stalls],
      clientErrors: [...state.clientErrors],
    };
  }
}

function* known(verdict: Verdict): Stepwise<Verdict> {
  yield;
  return verdict;
}
