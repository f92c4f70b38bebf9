import type { Integer } from "../core/json.ts";
import { forEachInSteps } from "../core/steps.ts";
import type { Instant } from "../core/time.ts";
import type { Trace } from "../core/trace.ts";
import type { FindingId } from "./finding-id.ts";

/** The severity of a finding. An `error` is a violation of the contract or a waste of money. */
export type Severity = "error" | "warning" | "info";

/** An observation about a client in the contract report. */
export type Finding = {
  /** The kind of finding; docs/findings.md lists all kinds. */
  readonly id: FindingId;
  readonly severity: Severity;
  /** One sentence that describes the client's behavior, with the actual values. */
  readonly sentence: string;
  /**
   * The part of the interface document (docs/interface.md in the package) on which the finding is
   * based.
   */
  readonly section?: string;
  /** The text of the part that `section` names. */
  readonly sectionText?: string;
  /** ID of the assumption on which the finding is based; undefined if it is based on none. */
  readonly assumption?: string;
  /** The change to make in the client. */
  readonly cure: string;
  /** IDs of the first 20 exchanges that show the finding. */
  readonly exchanges: readonly Integer[];
  /** The first 3 exchanges that show the finding. */
  readonly evidence: readonly QuotedExchange[];
  /** Total number of exchanges that show the finding. */
  readonly exchangeCount: Integer;
  /** A command that reproduces the finding; empty if there is none. */
  readonly repeat: string;
  /** Name of the sandbox. */
  readonly sandbox: string;
  /** Name or file of the sandbox's scenario. */
  readonly scenario: string;
  /** Number of other sandboxes with the same `info` finding, which is reported only once. */
  readonly otherSandboxes?: Integer;
  /** ID of the job that the finding is about. */
  readonly jobId?: string;
  /** Whether a test or a command-line option declared the finding as expected. */
  readonly isExpected: boolean;
  /** True if the finding is about a missing request that the client may still send. */
  readonly isPending?: boolean;
};

/** Findings of one kind that are counted, but not described. */
export type OmittedFindings = Pick<Finding, "id" | "severity"> & { readonly count: Integer };

/** An exchange that shows a finding. */
export type QuotedExchange = {
  /** ID of the exchange. */
  readonly id: Integer;
  readonly method: string;
  /** Path and query, shortened if they are long. */
  readonly url: string;
  /** The response's status; 0 if there was no response. */
  readonly status: Integer;
  /** Time of the request on the sandbox's clock, in milliseconds since 1970. */
  readonly at: Instant;
};

/** A judge's observation, without the texts that all findings of its kind share. */
export type Observation = Pick<Finding, "id" | "sentence"> &
  /** Values that replace the defaults for this kind of finding. */
  Partial<Pick<Finding, "severity" | "section" | "assumption" | "cure">> & {
    readonly exchanges: readonly Trace[];
    readonly jobId?: string | undefined;
    /** Observations of the same kind, job, and subject are combined into one finding. */
    readonly subject?: string;
  };

/** Whether a severity is at least as serious as another. */
export function reaches(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(limit);
}

/** All severities, most serious first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];

/** Yields batches of observations between short steps, because there may be too many to keep. */
export type Observed = Generator<readonly Observation[], void, void>;

export function* observedIn<Item>(
  items: Iterable<Item>,
  judge: (item: Item) => readonly Observation[],
): Observed {
  let batch: Observation[] = [];
  const steps = forEachInSteps(items, (item) => {
    for (const observation of judge(item)) batch.push(observation);
  });
  while (steps.next().done !== true) {
    yield batch;
    batch = [];
  }
  yield batch;
}
