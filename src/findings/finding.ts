import type { FindingId } from "./finding-id.ts";

/** How bad a finding is. Only a breach of the contract is an `error`. */
export type Severity = "error" | "warning" | "info";

/** Something that the contract report says of a client. */
export type Finding = {
  readonly id: FindingId;
  readonly severity: Severity;
  /** What happened, with the values. */
  readonly sentence: string;
  /** The part of the interface document behind it. */
  readonly section?: string;
  /** The assumption behind it, where the interface document says nothing. */
  readonly assumption?: string;
  /** What to do about it. */
  readonly cure: string;
  /** Ids of the first exchanges that show it. */
  readonly exchanges: readonly number[];
  /** How many exchanges show it in all. */
  readonly exchangeCount: number;
  /** A command that starts the same world again. */
  readonly repeat: string;
  readonly sandbox: string;
  /** How many other sandboxes have the same; only of an `info`, which is said once for all. */
  readonly otherSandboxes?: number;
  readonly jobId?: string;
  /** Whether somebody said that this would be found. */
  readonly isExpected: boolean;
};

/** What a family of judgements found; all that is said of every finding of its kind is added later. */
export type Observation = {
  readonly id: FindingId;
  readonly sentence: string;
  readonly exchanges: readonly number[];
  readonly jobId?: string;
  /** What it is about besides the job: observations of the same kind, job and subject are one finding. */
  readonly subject?: string;
  /** Instead of the section that all findings of this kind have. */
  readonly section?: string;
  readonly assumption?: string;
  /** Instead of the cure that all findings of this kind have. */
  readonly cure?: string;
};

/** Whether a severity is as bad as another, or worse. */
export function reaches(severity: Severity, limit: Severity): boolean {
  return SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(limit);
}

/** Worst first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "info"];
