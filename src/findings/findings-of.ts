import { forEachInSteps, mapInSteps, type Stepwise, sortInSteps } from "../core/steps.ts";
import { type CaseFile, stateAt } from "./case-file.ts";
import type { Evidence } from "./evidence.ts";
import { judgeBackoff } from "./families/backoff.ts";
import { judgeCancel } from "./families/cancel.ts";
import { judgeClock } from "./families/clock.ts";
import { judgeContract } from "./families/contract.ts";
import { judgeCreate } from "./families/create.ts";
import { judgeDownloads } from "./families/downloads.ts";
import { judgePolling } from "./families/polling.ts";
import { judgeResults } from "./families/results.ts";
import { judgeRetry } from "./families/retry.ts";
import type { Finding, Observation, Severity } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";
import { FINDING_IDS, FINDING_TABLE } from "./finding-table.ts";
import { isSuccess } from "./look.ts";
import { quotedExchanges } from "./quoted-exchanges.ts";
import { repeatLine } from "./repeat-line.ts";

/** How strictly clients are judged. */
export type Judging = {
  /** Treats `info` findings as warnings. Default: false. */
  readonly strict?: boolean;
};

/** Maximum number of exchange IDs in a finding; all of them are counted. */
const MAX_EXCHANGES = 20;

const FAMILIES = [
  judgeContract,
  judgeClock,
  judgePolling,
  judgeResults,
  judgeDownloads,
  judgeCreate,
  judgeCancel,
  judgeRetry,
  judgeBackoff,
];

/** What a sandbox's clients did wrong, in the order of the table of findings. */
export function* findingsOf(file: CaseFile, judging: Judging = {}): Stepwise<readonly Finding[]> {
  const byKey = new Map<string, Combined>();
  for (const judge of FAMILIES) {
    const observed = yield* judge(file);
    yield* forEachInSteps(observed, (each) => combine(byKey, each));
  }
  const repeat = repeatLine(file.evidence);
  const findingFor = (each: Observation): Finding =>
    findingOf({ evidence: file.evidence, repeat }, each, judging);
  const findings = yield* mapInSteps(byKey.values(), findingFor);
  const order = new Map(FINDING_IDS.map((id, index) => [id, index]));
  return yield* sortInSteps(
    findings.concat(unusedErrors(file).map(findingFor)),
    (a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0),
  );
}

type Combined = Observation & { readonly exchanges: number[] };

/** Combines observations of the same kind, job, and subject; the first one's sentence is kept. */
function combine(byKey: Map<string, Combined>, each: Observation): void {
  const key = JSON.stringify([each.id, each.jobId, each.subject]);
  const known = byKey.get(key);
  if (known === undefined) byKey.set(key, { ...each, exchanges: [...each.exchanges] });
  else for (const id of each.exchanges) known.exchanges.push(id);
}

/** What all findings of a sandbox share. */
type Common = { readonly evidence: Evidence; readonly repeat: string };

function findingOf(
  { evidence, repeat }: Common,
  observation: Observation,
  judging: Judging,
): Finding {
  const { id, sentence, jobId } = observation;
  const row = FINDING_TABLE[id];
  const section = observation.section ?? row.section;
  const assumption = observation.assumption ?? row.assumption;
  const exchanges = inOrder(observation.exchanges);
  return {
    id,
    severity: severityOf(id, judging),
    sentence,
    ...(section !== undefined && { section }),
    ...(assumption !== undefined && { assumption }),
    cure: observation.cure ?? row.cure,
    exchanges: exchanges.slice(0, MAX_EXCHANGES),
    evidence: quotedExchanges(evidence, exchanges),
    exchangeCount: exchanges.length,
    repeat,
    sandbox: evidence.sandbox,
    scenario: evidence.scenario,
    ...(jobId !== undefined && { jobId }),
    isExpected: false,
  };
}

/** Each ID once, in order. A list of all exchanges already is. */
function inOrder(ids: readonly number[]): readonly number[] {
  const isInOrder = ids.every((id, index) => index === 0 || id > (ids[index - 1] ?? id));
  return isInOrder ? ids : [...new Set(ids)].sort((a, b) => a - b);
}

function severityOf(id: FindingId, { strict = false }: Judging): Severity {
  const { severity } = FINDING_TABLE[id];
  return severity === "info" && strict ? "warning" : severity;
}

/** A test that expects its client to report an error although nothing has gone wrong doesn't test what its author believes. */
function unusedErrors({ evidence, jobs }: CaseFile): Observation[] {
  if (evidence.clientErrors.length === 0) return [];
  const trouble = evidence.traces.filter(
    ({ fault, status }) => fault !== undefined || !isSuccess(status),
  );
  const isTroubled = jobs.some((jobCase) => stateAt(jobCase, evidence.now) !== "succeeded");
  return evidence.clientErrors
    .filter(
      ({ afterExchange, jobId }) =>
        !isTroubled &&
        !trouble.some(({ id, ...trace }) => {
          return id <= afterExchange && (jobId ?? trace.jobId) === trace.jobId;
        }),
    )
    .map(({ jobId }) => {
      const about = jobId === undefined ? "" : ` about job ${jobId}`;
      const sentence = `The test said that its client had reported an error${about}, but nothing had gone wrong by then.`;
      return { id: "expected-did-not-occur", sentence, exchanges: [] };
    });
}
