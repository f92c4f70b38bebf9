import {
  flatMapInSteps,
  forEachInSteps,
  mapInSteps,
  type Stepwise,
  sortInSteps,
} from "../core/steps.ts";
import type { Trace } from "../core/trace.ts";
import { factsOf } from "../faults/find-kind.ts";
import { type CaseFile, stateAt } from "./case-file.ts";
import { judgeContract } from "./families/contract.ts";
import { judgeDownloads } from "./families/downloads.ts";
import {
  FailedRowsJudge,
  failedRowsOf,
  judgeInputs,
  PartialResultsJudge,
  SplitLinesJudge,
} from "./families/failed-rows.ts";
import {
  BadUrlJudge,
  judgeAbandoned,
  judgeCancel,
  judgeCreatedTwice,
} from "./families/lifecycle.ts";
import { judgeClock } from "./families/pace.ts";
import { judgePolling } from "./families/polling.ts";
import { judgeResults } from "./families/result-requests.ts";
import { judgeRetry } from "./families/retry.ts";
import { judgeBackoff, judgeCallRate } from "./families/too-often.ts";
import { explainedByWebhook, judgeWebhooks } from "./families/webhooks.ts";
import {
  type Finding,
  type Observation,
  type Observed,
  type OmittedFindings,
  observedIn,
} from "./finding.ts";
import type { FindingId } from "./finding-id.ts";
import { byKind, FINDING_TABLE } from "./finding-table.ts";
import { findingOf, severityOf } from "./make-finding.ts";
import { repeatLine } from "./repeat-line.ts";
import { isSuccess, KEY_REJECTED } from "./status-reads.ts";

/** How strictly clients are judged. */
export type Judging = {
  /** Treats `info` findings as warnings. Default: false. */
  readonly strict?: boolean;
};

/** Maximum number of findings of one kind to describe; all are counted. */
const MAX_OF_A_KIND = 1000;

const JUDGES = [
  judgeContract,
  judgeClock,
  judgeCallRate,
  judgeJobs,
  judgeCreatedTwice,
  judgeRetry,
  judgeBackoff,
  judgeWebhooks,
];

/**
 * Prepares each job's case once for these judges, because that takes longer than judging the job.
 * Some judges have to see all jobs in order of submission.
 */
function* judgeJobs(file: CaseFile): Observed {
  const failedRows = new FailedRowsJudge();
  const badUrls = new BadUrlJudge();
  const partialResults = new PartialResultsJudge();
  const splitLines = new SplitLinesJudge();
  yield* observedIn(file.jobs.values(), (open) => {
    const jobCase = open();
    failedRows.see(file, jobCase);
    return [
      ...judgePolling(file, jobCase),
      ...judgeResults(file, jobCase),
      ...partialResults.judge(file, jobCase),
      ...splitLines.judge(jobCase),
      ...judgeDownloads(file, jobCase),
      ...judgeAbandoned(file, jobCase),
      ...judgeInputs(file, jobCase),
      ...badUrls.judge(jobCase),
      ...judgeCancel(file, jobCase),
    ];
  });
  yield failedRows.finish();
}

/** Whether a fault rejected the last request's key. The error's status differs between APIs. */
function isKeyRejected({ evidence: { traces, rules } }: CaseFile): boolean {
  const { fault = "", status } = traces.at(-1) ?? {};
  const rule = rules.find((each) => each.rule.name === fault)?.rule;
  const sends = rule && factsOf(rule.fault).sends;
  if (sends && "errorCode" in sends) return /^(unauthenticated|key-expired)$/.test(sends.errorCode);
  return fault !== "" && status === KEY_REJECTED;
}

/** The findings, in the order of the findings table. */
export function* findingsOf(
  file: CaseFile,
  { strict: isStrict = false }: Judging = {},
): Stepwise<{ findings: readonly Finding[]; omitted: readonly OmittedFindings[] }> {
  const collected = new Collected();
  const isNotified = explainedByWebhook(file);
  // A client whose key is rejected can't do anything more, so its omissions prove nothing.
  const isStopped = isKeyRejected(file);
  // While the clock stands still, a client that waits by listing jobs isn't to blame.
  const stalls = file.evidence.stalls.join("\n").matchAll(/^The client sent .*at (\S+Z)/gm);
  const stalledAt = Math.max(...[...stalls].map(([, at = ""]) => Date.parse(at)));
  const isExplained = (each: Observation): boolean =>
    (isStopped && FINDING_TABLE[each.id].isOmission) ||
    (each.id === "still-active" && each.exchanges.every(({ at }) => at <= stalledAt)) ||
    isDueToLoss(file, each) ||
    isNotified(each);
  for (const judge of JUDGES) {
    for (const batch of judge(file)) {
      for (const observation of batch) if (!isExplained(observation)) collected.add(observation);
      yield;
    }
  }
  const repeat = repeatLine(file.evidence);
  const findingFor = (each: Observation): Finding => findingOf(file, each, { isStrict, repeat });
  const unused = (yield* unusedErrors(file)).filter((each) => !isExplained(each));
  const findings = yield* mapInSteps([...collected.combined(), ...unused], findingFor);
  return {
    findings: yield* sortInSteps(findings, byKind),
    omitted: [...collected.counts].flatMap(([id, total]) => {
      const count = total - MAX_OF_A_KIND;
      return count > 0 ? [{ id, severity: severityOf({ id }, isStrict), count }] : [];
    }),
  };
}

/** Combines observations of the same kind, job, and subject; keeps the first one's sentence. */
class Collected {
  readonly counts = new Map<FindingId, number>();
  /** Undefined for findings that are only counted. */
  readonly #byKey = new Map<string, (Observation & { readonly exchanges: Trace[] }) | undefined>();

  add(each: Observation): void {
    const key = JSON.stringify([each.id, each.jobId, each.subject]);
    const known = this.#byKey.get(key);
    if (known !== undefined) for (const trace of each.exchanges) known.exchanges.push(trace);
    if (this.#byKey.has(key)) return;
    const count = (this.counts.get(each.id) ?? 0) + 1;
    this.counts.set(each.id, count);
    const isKept = count <= MAX_OF_A_KIND;
    this.#byKey.set(key, isKept ? { ...each, exchanges: [...each.exchanges] } : undefined);
  }

  *combined(): Iterable<Observation> {
    for (const each of this.#byKey.values()) if (each !== undefined) yield each;
  }
}

/** Finds client errors that a test declared although nothing had gone wrong by then. */
function* unusedErrors({ evidence, jobs }: CaseFile): Stepwise<readonly Observation[]> {
  if (evidence.clientErrors.length === 0) return [];
  let isTroubled = false;
  yield* forEachInSteps(jobs.values(), (open) => {
    const jobCase = open();
    isTroubled ||= failedRowsOf(jobCase) > 0 || stateAt(jobCase, evidence.now) !== "succeeded";
  });
  if (isTroubled) return [];
  const since = yield* troubleIn(evidence.traces);
  return yield* flatMapInSteps(evidence.clientErrors, ({ afterExchange, jobId }) => {
    if ((since.get(jobId) ?? Number.POSITIVE_INFINITY) <= afterExchange) return [];
    const about = jobId === undefined ? "" : ` about job ${jobId}`;
    const sentence = `The test declared that its client had reported an error${about}, but nothing had gone wrong by then.`;
    return [{ id: "expected-did-not-occur", sentence, exchanges: [] }];
  });
}

/** ID of the first exchange with a problem, by job; the key `undefined` is for all jobs. */
function* troubleIn(traces: readonly Trace[]): Stepwise<ReadonlyMap<string | undefined, number>> {
  const since = new Map<string | undefined, number>();
  yield* forEachInSteps(traces, ({ id, fault, status, jobId }) => {
    if (fault === undefined && isSuccess(status)) return;
    for (const about of [undefined, jobId]) if (!since.has(about)) since.set(about, id);
  });
  return since;
}

/** Findings, other than omissions, that are based on the absence of a request from the journal. */
const CONCLUDED_FROM_ABSENCE: ReadonlySet<FindingId> = new Set<FindingId>([
  "results-too-early",
  "downloaded-too-late",
  "expected-did-not-occur",
]);

/** Whether exchanges that were dropped or never recorded may explain an observation. */
function isDueToLoss({ evidence, jobs }: CaseFile, observation: Observation): boolean {
  const { id, exchanges, jobId } = observation;
  const lastId = Math.max(evidence.droppedUntil ?? 0, evidence.journalGaps?.at(-1)?.untilId ?? 0);
  const isConcluded = FINDING_TABLE[id].isOmission === true || CONCLUDED_FROM_ABSENCE.has(id);
  if (lastId === 0 || !isConcluded) return false;
  const created = jobId === undefined ? undefined : jobs.get(jobId)?.().created;
  const about = created === undefined ? exchanges : [created];
  // All calls after `lastId` were recorded, and so were all calls about jobs created after it.
  return about.length === 0 || about.some((exchange) => exchange.id <= lastId);
}
