import type { Trace } from "../../core/trace.ts";
import { type DeliveryAttempt, isAccepted, isForged } from "../../core/webhooks/delivery.ts";
import type { CaseFile } from "../case-file.ts";
import { type Observation, type Observed, observedIn } from "../finding.ts";
import { FINDING_TABLE } from "../finding-table.ts";
import { grouped } from "../grouped.ts";
import { asksForResults, isDownload, isPoll, succeeded } from "../status-reads.ts";

/** Wall-clock milliseconds within which a request may be a reaction to a delivery. */
const REACTION_MS = 10_000;

/** After a notification, a client may request the job once, and once more if that fails. */
const MAX_POLLS = 2;

type Attempts = readonly DeliveryAttempt[];

export function* judgeWebhooks(file: CaseFile): Observed {
  const { deliveries = [] } = file.evidence;
  if (deliveries.length === 0) return;
  // Endpoints whose URLs differ only in secrets have the same URL here.
  const byEndpoint = grouped(deliveries.flat(), ({ endpointId, url }) => `${endpointId} ${url}`);
  const unheard = [...byEndpoint.values()].flatMap(neverAccepted);
  yield unheard;
  const urls = new Set(unheard.map(({ subject }) => subject));
  yield* observedIn(deliveries, (attempts) => [
    ...attempts.filter((each) => isForged(each) && isAccepted(each)).map(acceptedForged),
    ...attempts.filter(({ end, url }) => end === "timedOut" && !urls.has(url)).map(tooSlow),
    ...handledTwice(file, attempts),
    ...polledNevertheless(file, attempts),
  ]);
}

/** Returns a function that tells whether a client's omission is due to a webhook it accepted. */
export function explainedByWebhook({ evidence }: CaseFile): (observation: Observation) => boolean {
  const genuine = (evidence.deliveries ?? []).flat().filter(isGenuine);
  const toldAt = new Map(genuine.map(({ jobId, wallAt }) => [jobId, wallAt]));
  // A webhook doesn't say how a job ends if the client cancels the job afterward.
  const isUntold = (trace: Trace, at: number): boolean =>
    asksForResults(trace) || (trace.use === "cancelJob" && trace.wallAt > at);
  return ({ id, jobId = "", exchanges }) => {
    const at = FINDING_TABLE[id].isAboutState === true ? toldAt.get(jobId) : undefined;
    return at !== undefined && !exchanges.some((trace) => isUntold(trace, at));
  };
}

function isGenuine(attempt: DeliveryAttempt): boolean {
  return isAccepted(attempt) && !isForged(attempt);
}

function neverAccepted(attempts: Attempts): readonly Observation[] {
  const genuine = attempts.filter((each) => !isForged(each));
  // Once the client's program has ended, its receiver refuses attempts, which explains nothing.
  const last = genuine.findLast(({ end }) => end !== "failed") ?? genuine.at(-1);
  if (last === undefined || genuine.some(isAccepted)) return [];
  const isSilent = genuine.every(({ end }) => end !== "responded");
  const tries = [...grouped(genuine, ({ deliveryId }) => deliveryId).values()];
  // A receiver that isn't ready yet may reject a webhook twice.
  if (!isSilent && tries.every(({ length }) => length <= 2)) return [];
  const reason = last.reason ?? `its last response was ${last.status}`;
  const count = genuine.length === 1 ? "the only attempt" : `any of ${genuine.length} attempts`;
  const sentence = `The receiver at ${last.url} did not accept ${count} to deliver a webhook: ${reason}.`;
  return [{ id: "webhook-unanswered", sentence, exchanges: [], subject: last.url }];
}

function acceptedForged({ event, status, fault, deliveryId, jobId }: DeliveryAttempt): Observation {
  const damage = fault === "truncate" ? "a truncated body" : "a wrong or old signature";
  const sentence = `The receiver accepted a delivery of \`${event}\`${about(jobId)} with ${damage}: it responded with ${status}.`;
  return { id: "webhook-forgery-accepted", sentence, exchanges: [], subject: deliveryId, jobId };
}

function tooSlow({ event, deliveryId, jobId }: DeliveryAttempt): Observation {
  const sentence = `The receiver did not respond to a delivery of \`${event}\`${about(jobId)} within 5 seconds.`;
  return { id: "webhook-slow", sentence, exchanges: [], subject: deliveryId, jobId };
}

function handledTwice({ evidence }: CaseFile, attempts: Attempts): readonly Observation[] {
  const [first, second] = attempts.filter(isGenuine);
  if (first === undefined || second === undefined) return [];
  const { event, jobId, deliveryId } = first;
  const acts = evidence.traces.filter(
    (it) => succeeded(it) && (it.use === "createJob" || (isDownload(it) && it.jobId === jobId)),
  );
  const actsAfter = ({ wallAt }: DeliveryAttempt, until = Number.POSITIVE_INFINITY) => {
    const end = Math.min(until, wallAt + REACTION_MS);
    return acts.filter((trace) => trace.wallAt >= wallAt && trace.wallAt < end);
  };
  const before = new Map(actsAfter(first, second.wallAt).map((act) => [actKey(act), act]));
  const again = actsAfter(second).find((act) => before.has(actKey(act)));
  const act = again && before.get(actKey(again));
  if (again === undefined || act === undefined) return [];
  const did = act.use === "createJob" ? "created the same job" : "downloaded the results";
  const sentence = `The client ${did} after each of two deliveries with the same delivery ID (\`${event}\`${about(jobId)}).`;
  const found = { exchanges: [act, again], subject: deliveryId, jobId };
  return [{ id: "webhook-handled-twice", sentence, ...found }];
}

function actKey({ use, url, bodyHash, requestDigest }: Trace): string {
  return `${use} ${url} ${bodyHash ?? requestDigest ?? ""}`;
}

function polledNevertheless({ jobs }: CaseFile, attempts: Attempts): readonly Observation[] {
  const accepted = attempts.find(isGenuine);
  if (accepted?.jobId === undefined) return [];
  const { jobId, wallAt, durationMs, event } = accepted;
  const polls = (jobs.get(jobId)?.().traces ?? []).filter(
    (trace) => isPoll(trace) && trace.wallAt > wallAt + durationMs,
  );
  if (polls.length <= MAX_POLLS) return [];
  const sentence = `The client polled job ${jobId} ${polls.length} times after accepting the delivery of \`${event}\` about that job.`;
  return [{ id: "webhook-polled-anyway", sentence, exchanges: polls, jobId }];
}

function about(jobId: string | undefined): string {
  return jobId === undefined ? "" : ` about job ${jobId}`;
}
