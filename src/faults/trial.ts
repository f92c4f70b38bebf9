import type { JsonValue } from "../core/json.ts";
import { isAbout, isWrite } from "./call-subject.ts";

/** A call that a client made in a run without faults. */
export type TriedCall = {
  readonly use: string;
  readonly format?: string;
  /** The codes of the service's errors that the operation can respond with. */
  readonly errors: readonly string[];
  /** The fields of the response's JSON object; undefined for any other response. */
  readonly fields?: readonly string[];
};

/** The columns of the table of trials. */
export const TRIAL_GROUPS = ["refusal", "outage", "connection", "body", "state"] as const;

/** How a client sees a fault. */
export type TrialGroup = (typeof TRIAL_GROUPS)[number];

/** One way in which a kind of fault can disturb a call. */
export type Trial = {
  /** Completes "The call gets …". Unique among the trials of a call. */
  readonly name: string;
  /** The keys of a scenario's fault rule that describe it. */
  readonly fault: Readonly<Record<string, JsonValue>>;
  readonly group: TrialGroup;
  /** Equal for faults that look the same to a client and leave the service in the same state. */
  readonly wire: string;
  /** A repeated request may succeed, so it is also tried more often than clients retry. */
  readonly isTemporary?: true;
  /** The client only gets on after its own timeout. */
  readonly isWithheld?: true;
  /** What arrives can't be used, so a client that goes on with it has not noticed. */
  readonly isDamage?: true;
  /** How often clients fail to handle it: 1 is most often. */
  readonly rank: 1 | 2 | 3;
};

/** The ways to try out a kind of fault on a call; empty if it has no effect there. */
export type Trials = (call: TriedCall) => readonly Trial[];

/** One way to try out a kind of fault, for the calls on which it has an effect. */
export function trialIf(hasEffect: (call: TriedCall) => boolean, trial: Trial): Trials {
  return (call) => (hasEffect(call) ? [trial] : []);
}

/** Whether a call gets a JSON object. */
export function hasJson({ fields }: TriedCall): boolean {
  return fields !== undefined;
}

/** Whether a call gets a body that can be cut off: a JSON object or a file. */
export function hasLongBody({ use, fields }: TriedCall): boolean {
  return fields !== undefined || isAbout(use, "file");
}

/** For a call that changes nothing, what happens before the service's work looks as if it happened afterward. */
export function wireAfterWork({ use }: TriedCall, before: string): string {
  return isWrite(use) ? `${before} after the service's work` : before;
}

/** How many fields of a body are tried. */
export const MAX_TRIED = 4;
