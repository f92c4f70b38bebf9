import type { Severity } from "./finding.ts";
import type { FindingId } from "./finding-id.ts";

/** A kind of findings. */
export type FindingKind = {
  readonly severity: Severity;
  /** What it says of the client, in general. */
  readonly meaning: string;
  readonly cure: string;
  /** The part of the interface document behind it. */
  readonly section?: string;
  readonly assumption?: string;
};

/** Every kind of finding: how bad it is, what it means, and what to do. */
export const FINDING_TABLE: Readonly<Record<FindingId, FindingKind>> = {
  "invalid-request": {
    severity: "error",
    meaning: "A request broke the contract.",
    cure: "Send what the interface document asks for; the sentence names the place and what was expected there.",
  },
  "key-malformed": {
    severity: "error",
    meaning: "The key was missing, or not in the documented form.",
    cure: "Send the header `Authorization: Key <API_KEY>`: the word Key, one space, the key.",
    section: "5, rule 1",
  },
  "key-unknown": {
    severity: "error",
    meaning: "The key was well-formed, but not one that is accepted.",
    cure: "Let the client take its key from the configuration (BATCH_SIM_API_KEY), and check it before the first job.",
    section: "5, rule 2",
  },
  "wrong-address": {
    severity: "error",
    meaning: "base_url and deployment_url were mixed up.",
    cure: "Send cancel requests to deployment_url, and all others to base_url.",
    section: "Addresses",
  },
  "unknown-operation": {
    severity: "error",
    meaning: "The method and path are no operation of the service.",
    cure: "Correct the path; the sentence names the nearest operation, where one is near.",
    section: "4",
  },
  "unknown-job": {
    severity: "warning",
    meaning: "A request named a job that does not exist.",
    cure: "Keep the job_id that create answered with, and use it unchanged, with the key that created the job.",
    section: "2",
  },
  "unknown-dataset": {
    severity: "warning",
    meaning: "A request named a dataset, or a file in one, that does not exist.",
    cure: "Create the dataset with the same key first, and use its ID unchanged.",
    assumption: "unknown-dataset",
  },
  "unknown-model": {
    severity: "warning",
    meaning: "A job was created with a model that is not in the catalogue.",
    cure: "Use a model of the catalogue, or add this one to the scenario's `models`.",
    assumption: "models",
  },
  "unusable-inputs": {
    severity: "warning",
    meaning: "The inputs could not be read, or a row was too long.",
    cure: "Give a CSV or Parquet file at the URL; send truncate_rows where rows may exceed the context window.",
    section: "8",
  },
  "undocumented-field": {
    severity: "info",
    meaning: "A request had a field or parameter that the interface document does not have.",
    cure: "Leave it out: the service may ignore it, or refuse it one day (assumption `unknown-fields`).",
    assumption: "unknown-fields",
  },
  "assumption-relied-on": {
    severity: "info",
    meaning: "The client used something that the interface document leaves open.",
    cure: "Run the tests with the alternatives that the document allows as well: a client that doesn't depend on the answer passes.",
  },
  "deviation-in-force": {
    severity: "info",
    meaning: "The simulator was told to contradict the interface document.",
    cure: "Take the value out of the scenario's `assumptions` where the documented behaviour is to be tested.",
  },
  "polled-too-fast": {
    severity: "warning",
    meaning: "The state of a job was asked for faster than is bearable.",
    cure: "Wait at least a second between two looks at the same job, and longer the longer it takes.",
    section: "1, step 3",
  },
  "no-backoff": {
    severity: "warning",
    meaning: "Refused again and again as too busy, the client kept on asking at the same pace.",
    cure: "After 429 or 503 wait, and wait longer each time (for instance twice as long, with jitter).",
    assumption: "rate-limit",
  },
  "retry-after-ignored": {
    severity: "warning",
    meaning: "The client came back before the time that Retry-After had named.",
    cure: "Read Retry-After (seconds, or a date) and wait that long before the next request of that kind.",
    assumption: "rate-limit",
  },
  "polled-after-end": {
    severity: "warning",
    meaning: "The client went on asking for the state of a job that it knew had ended.",
    cure: "Stop polling at the first terminal state.",
    section: "3",
  },
  "polled-for-ever": {
    severity: "warning",
    meaning: "A job got stuck, and the client polled it without end.",
    cure: "Give polling a deadline; when it passes, cancel the job and report it.",
    section: "1, step 3",
  },
  "gave-up": {
    severity: "warning",
    meaning: "The client stopped looking at a job that was active, and it ended well.",
    cure: "Allow a job more time, or cancel it when you give up on it.",
    section: "1, step 3",
  },
  "results-too-early": {
    severity: "warning",
    meaning: "Results were asked for while the job was still active.",
    cure: "Poll the job's state, and ask for results once it has succeeded.",
    section: "4.2, rule 2",
    assumption: "results-not-ready",
  },
  "results-of-unsuccessful": {
    severity: "warning",
    meaning:
      "Results were asked for of a job that has none: it failed, was cancelled, or was a dry run.",
    cure: "Look at the terminal state before asking for results, and report anything but success.",
    section: "4.2, rule 2",
    assumption: "results-of-unsuccessful",
  },
  "never-downloaded": {
    severity: "warning",
    meaning: "A job succeeded, the client knew, and never downloaded the results.",
    cure: "Download the results of a job that succeeded, or don't start it.",
    section: "1, step 3",
  },
  "downloaded-again": {
    severity: "warning",
    meaning: "The same results were downloaded again and again.",
    cure: "Keep the results of the first full download: they don't change.",
    section: "4.2",
  },
  "download-aborted": {
    severity: "warning",
    meaning: "The client broke a download off, and did not fetch it in full afterwards.",
    cure: "Read the response to its end, with a timeout that suits its size; stream what doesn't fit into memory.",
    section: "4.2",
  },
  "large-json": {
    severity: "warning",
    meaning: "More than 100 MB were downloaded as JSON.",
    cure: "Ask for `result_format=parquet` where results are large.",
    section: "4.2",
  },
  "created-twice": {
    severity: "error",
    meaning: "A create whose answer was lost was sent again, and there were two jobs.",
    cure: "The contract has no idempotency key: list the jobs before creating again, or cancel the one too many.",
    section: "4.1",
  },
  "never-looked-at": {
    severity: "warning",
    meaning: "A job was created and never looked at again.",
    cure: "Follow each job to its end, or cancel it.",
    section: "1, step 3",
  },
  "still-active": {
    severity: "warning",
    meaning: "A job was still active when the tests ended.",
    cure: "Let the test follow the job to its end, or cancel it; on a `manual` clock, advance it.",
    section: "3",
  },
  "cancelled-after-end": {
    severity: "warning",
    meaning: "A job was cancelled that the client knew had ended.",
    cure: "Cancel only active jobs: look at the state first.",
    section: "3, rule 2",
  },
  "cancel-not-followed": {
    severity: "warning",
    meaning: "After a cancel request, the client did not look until the job had ended.",
    cure: "Follow the job's state after a cancel request until it is terminal: it may still succeed.",
    section: "3",
  },
  "cancelling-taken-for-end": {
    severity: "warning",
    meaning: "The client took the state CANCELLING for the end of the job.",
    cure: "CANCELLING is no terminal state: poll on until the job is CANCELLED or in another terminal state.",
    section: "3",
  },
  "retried-hopeless": {
    severity: "warning",
    meaning: "A request was repeated unchanged after an answer that can't change.",
    cure: "Retry only what may pass: resets, timeouts, 408, 429, 502, 503, 504. Report other 4xx at once.",
    section: "7",
  },
  "not-retried": {
    severity: "warning",
    meaning: "A read failed in a way that passes, and the client did not try again.",
    cure: "Retry reads after a reset, a timeout, 429, 502, 503 or 504, with backoff and a limit.",
    section: "4",
  },
  "went-on-after-bad-download": {
    severity: "warning",
    meaning:
      "A download was spoilt, and the client neither fetched it again nor was known to fail.",
    cure: "Check what was downloaded (length, checksum, row count). If the client did report an error, let the test say so: `sim.expectClientError()`.",
    section: "4.2",
  },
  "expected-did-not-occur": {
    severity: "warning",
    meaning: "A finding that was expected did not occur.",
    cure: "Let the test provoke it again, or take the expectation out.",
  },
};

/** All kinds of findings, in the order of the table. */
export const FINDING_IDS = Object.keys(FINDING_TABLE) as readonly FindingId[];
