import { STALL_CURE } from "../core/clock-spec.ts";
import type { Severity } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";

/** A kind of finding. */
export type FindingKind = {
  /** How serious it is. */
  readonly severity: Severity;
  /** One sentence about the client. */
  readonly meaning: string;
  /** The change to make in the client. */
  readonly cure: string;
  /** The part of the interface document that it is based on. */
  readonly section?: string;
  /** ID of the assumption that it is based on. */
  readonly assumption?: string;
  /** Whether it says that the client omitted something, which it may still do while its sandbox is in use. */
  readonly isOmission?: true;
};

type Row = Omit<FindingKind, "severity"> & Partial<Pick<FindingKind, "severity">>;

/** The kinds, each a warning unless its row says otherwise. */
const ROWS: Readonly<Record<FindingId, Row>> = {
  "invalid-request": {
    severity: "error",
    meaning: "A request broke the contract.",
    cure: "Send what the interface document requires; the sentence names the place and the expected value.",
  },
  "key-malformed": {
    severity: "error",
    meaning: "The API key was missing, or not in the documented form.",
    cure: "Send the API key in the documented header, with the documented scheme.",
    section: "5, rule 1",
  },
  "key-unknown": {
    severity: "error",
    meaning: "The API key was well-formed, but the service does not accept it.",
    cure: "Read the API key from the client's configuration (BATCH_SIM_API_KEY), and check it before the first job.",
    section: "5, rule 2",
  },
  "key-leaked": {
    severity: "error",
    meaning: "The client sent its API key to an address that doesn't need it.",
    cure: "Send the key only with requests to the service's own API. A pre-signed URL carries its own permission, and usually belongs to another host.",
    section: "5",
  },
  "wrong-address": {
    severity: "error",
    meaning: "The client mixed up the base URL and the deployment URL.",
    cure: "Send cancel requests to the deployment URL, and all other requests to the base URL.",
    section: "Addresses",
  },
  "unknown-operation": {
    severity: "error",
    meaning: "The service has no operation with this method and path.",
    cure: "Correct the path; if a similar operation exists, the sentence names it.",
    section: "4",
  },
  "unknown-job": {
    meaning: "A request named a job that does not exist.",
    cure: "Use the job ID from the create response unchanged, with the same API key.",
    section: "2",
  },
  "unknown-dataset": {
    meaning: "A request named a dataset that does not exist, or a file that is not in it.",
    cure: "Create the dataset with the same API key first, and use its ID unchanged.",
    assumption: "unknown-dataset",
  },
  "unknown-model": {
    meaning: "A job was created with a model that is not in the catalog.",
    cure: "Use a model from the catalog, or add this one to the scenario's `models`.",
    assumption: "models",
  },
  "unusable-inputs": {
    meaning: "The inputs could not be read, or a row was too long.",
    cure: "Serve a CSV or Parquet file at the URL, and let the service truncate rows that may exceed the context window.",
    section: "8",
  },
  "invalid-lines": {
    severity: "error",
    meaning: "The lines of a job's input file broke the contract, so the job failed.",
    cure: "Write each line as the interface document requires, with an ID of its own; the sentence names the first lines that are wrong. Read the problems of a job that has failed.",
  },
  "unknown-file": {
    meaning: "A request named a file that does not exist, or can't be used for it.",
    cure: "Use the file ID from a response unchanged, with the same API key, and before the file expires or is deleted.",
  },
  "undocumented-field": {
    severity: "info",
    meaning: "A request had a field or parameter that is not in the interface document.",
    cure: "Leave it out: the service may ignore it or reject the request (assumption `unknown-fields`).",
    assumption: "unknown-fields",
  },
  "assumption-relied-on": {
    severity: "info",
    meaning: "The client used something that the interface document leaves open.",
    cure: "Also run the tests with the alternatives that the document allows: a client that doesn't depend on the value passes.",
  },
  "deviation-in-effect": {
    severity: "info",
    meaning: "The simulator was configured to contradict the interface document.",
    cure: "To test the documented behavior, remove the value from the scenario's `assumptions`.",
  },
  "clock-stalled": {
    severity: "info",
    meaning: "A response or a polling client waited for a `manual` clock that nobody advanced.",
    cure: STALL_CURE,
  },
  "called-too-often": {
    meaning:
      "The client sent the same request in a tight loop, and got the same response each time.",
    cure: "Wait between two equal requests, and keep what doesn't change. Wait with backoff before you reconnect to a stream.",
  },
  "polled-too-fast": {
    meaning: "The client requested a job's state more often than it should.",
    cure: "Wait at least a second between two polls of the same job, and longer for long jobs.",
    section: "1, step 3",
  },
  "no-backoff": {
    meaning:
      "The service kept responding that it was too busy, and the client kept retrying at the same pace.",
    cure: "After 429 or 503, wait longer before each retry, for example twice as long, with jitter.",
    assumption: "rate-limit",
  },
  "retry-after-ignored": {
    meaning: "The client repeated a request before the time in Retry-After had passed.",
    cure: "Read Retry-After (seconds, or a date), and wait that long on the wall clock before the next request of that kind. A test may advance the sandbox's clock instead.",
    assumption: "rate-limit",
  },
  "polled-after-end": {
    meaning: "The client kept polling a job although it knew that the job had ended.",
    cure: "Stop polling at the first terminal state.",
    section: "3",
  },
  "polled-forever": {
    meaning: "A job got stuck, and the client kept polling it.",
    cure: "Give polling a deadline. When it passes, cancel the job and report it.",
    section: "1, step 3",
  },
  "gave-up": {
    isOmission: true,
    meaning: "The client stopped polling an active job, which then succeeded.",
    cure: "Give jobs more time, or cancel a job when you give up on it.",
    section: "1, step 3",
  },
  "results-too-early": {
    meaning: "The client requested results while the job was still active.",
    cure: "Poll the job's state, and request the results once it has succeeded.",
    section: "4.2, rule 2",
    assumption: "results-not-ready",
  },
  "results-of-unsuccessful": {
    meaning:
      "The client requested the results of a job that has none: it failed, was canceled, or was a dry run.",
    cure: "Check the terminal state before you request results, and report anything but success.",
    section: "4.2, rule 2",
    assumption: "results-of-unsuccessful",
  },
  "never-downloaded": {
    isOmission: true,
    meaning: "A job succeeded, and the client knew it, but never downloaded the results.",
    cure: "Download the results of every job that has succeeded, or don't create the job.",
    section: "1, step 3",
  },
  "failed-rows-unread": {
    isOmission: true,
    meaning:
      "Some rows of a job failed. The client was told so, but never downloaded the file that says why.",
    cure: "A job can succeed although some of its rows failed: check the row counts, download the error file if there is one, and report the failed rows or resubmit only those. If every row failed, there is no output file.",
  },
  "finished-rows-dropped": {
    isOmission: true,
    meaning:
      "A job ended early, and the client, which knew it, never downloaded the rows that had finished.",
    cure: "Download the results of a job that expired or was canceled, too: they have the rows that finished, which are billed.",
  },
  "finished-rows-repeated": {
    meaning: "A job ended early, and the client submitted all of its rows again.",
    cure: "Keep the rows that finished, and submit only the others again.",
  },
  "lines-split-wrongly": {
    meaning:
      "The client submitted exactly those rows again that had succeeded with a line separator such as U+2028 inside their lines.",
    cure: "Split a file of JSON lines only at line feeds. JSON strings may contain U+0085, U+2028, and U+2029, at which Python's `splitlines()` or Node's `readline` also ends a line.",
  },
  "downloaded-too-late": {
    meaning:
      "The client knew that the results were available, and requested them after they had expired.",
    cure: "Download the results as soon as a job has succeeded.",
    section: "8",
    assumption: "retention",
  },
  "downloaded-again": {
    meaning: "The client downloaded the same results repeatedly.",
    cure: "Keep the results of the first complete download: they don't change.",
    section: "4.2",
  },
  "download-aborted": {
    isOmission: true,
    meaning: "The client aborted a download, and never downloaded the complete file.",
    cure: "Read the response to its end, with a timeout that suits its size; stream what doesn't fit into memory.",
    section: "4.2",
  },
  "large-json": {
    meaning: "The client downloaded more than 100 MB as JSON.",
    cure: "Request large results as Parquet.",
    section: "4.2",
  },
  "created-twice": {
    severity: "error",
    meaning: "The client repeated a create request whose response was lost, and created two jobs.",
    cure: "The contract has no idempotency key: list the jobs before you create one again, or cancel the duplicate.",
    section: "4.1",
  },
  "never-looked-at": {
    isOmission: true,
    meaning: "The client created a job and never asked about it again.",
    cure: "Follow each job to its end, or cancel it.",
    section: "1, step 3",
  },
  "still-active": {
    isOmission: true,
    meaning: "A job was still active when its sandbox or the run ended.",
    cure: "Follow the job to its end in the test, or cancel it; on a `manual` clock, advance it.",
    section: "3",
  },
  "cancelled-after-end": {
    meaning: "The client canceled a job although it knew that the job had ended.",
    cure: "Check the state first, and cancel only active jobs.",
    section: "3, rule 2",
  },
  "cancel-not-followed": {
    isOmission: true,
    meaning: "The client did not check how a job ended after a cancel request.",
    cure: "Poll the job after a cancel request, even a refused one, until its state is terminal: it may still succeed.",
    section: "3",
  },
  "cancelling-taken-for-end": {
    isOmission: true,
    meaning: "The client treated the state CANCELLING as terminal.",
    cure: "Keep polling until the job is in a terminal state.",
    section: "3",
  },
  "retried-hopeless": {
    meaning: "The client repeated a request unchanged although it can't succeed.",
    cure: "Retry only temporary failures: resets, timeouts, 408, 429, 502, 503, 504, and 529. Report other 4xx responses at once.",
    section: "7",
  },
  "not-retried": {
    isOmission: true,
    meaning: "A request failed temporarily, and the client did not retry it.",
    cure: "Retry reads and cancel requests after a reset, a timeout, 429, 502, 503, 504, or 529, and any request after 429. Use backoff and a limit.",
    section: "4",
  },
  "went-on-after-bad-download": {
    isOmission: true,
    meaning:
      "A download was damaged, and the client neither repeated it nor is known to have reported an error.",
    cure: "Check what was downloaded: length, checksum, row count. If the client did report an error, say so in the test: `sim.expectClientError()`.",
    section: "4.2",
  },
  "webhook-forgery-accepted": {
    meaning:
      "The receiver accepted a webhook that the service had not sent, or whose body was truncated.",
    cure: "Verify the signature and the timestamp of each webhook before reading its body, with the SDK or a library for Standard Webhooks, and reject the others with a 4xx.",
    section: "6",
  },
  "webhook-handled-twice": {
    meaning: "The client acted twice on deliveries with the same ID.",
    cure: "Remember the IDs of the webhooks that were handled, and accept repetitions without doing anything.",
    section: "6",
  },
  "webhook-slow": {
    meaning: "The receiver took too long to respond to a webhook, so it was sent again.",
    cure: "Respond first, and do the work afterward.",
    section: "6",
  },
  "webhook-unanswered": {
    meaning: "The receiver responded to no webhook at all.",
    cure: "Check that the receiver is running when jobs end, and that its URL is the endpoint's.",
    section: "6",
  },
  "webhook-polled-anyway": {
    severity: "info",
    meaning: "The client kept polling a job although a webhook had told it the end.",
    cure: "Stop polling when the webhook arrives: one request for the job's record is enough.",
    section: "6",
  },
  "expected-did-not-occur": {
    meaning: "An expected finding did not occur.",
    cure: "Provoke it in the test again, or remove the expectation.",
  },
};

/** The IDs of all kinds, in the order of the table. */
export const FINDING_IDS = Object.keys(ROWS) as readonly FindingId[];

/** Every kind of finding: how bad it is, what it means, and what to do. */
export const FINDING_TABLE = Object.fromEntries(
  FINDING_IDS.map((id): [FindingId, FindingKind] => [id, { severity: "warning", ...ROWS[id] }]),
) as Readonly<Record<FindingId, FindingKind>>;

const ORDER: ReadonlyMap<FindingId, number> = new Map(FINDING_IDS.map((id, index) => [id, index]));

/** Compares findings by their kinds, in the order of the table. */
export function byKind(a: { readonly id: FindingId }, b: { readonly id: FindingId }): number {
  return (ORDER.get(a.id) ?? 0) - (ORDER.get(b.id) ?? 0);
}
