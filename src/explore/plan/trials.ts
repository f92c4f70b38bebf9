import { type JsonValue, mapStrings } from "../../core/json.ts";
import { childPointer } from "../../core/json-pointer.ts";
import { isAbout, isWrite } from "../../faults/call-subject.ts";
import { FILE_DAMAGES } from "../../faults/corrupt-file/rule.ts";

export type TriedCall = {
  readonly use: string;
  readonly format?: string;
  readonly errors: readonly string[];
  /** The fields of the response's JSON object; undefined for any other response. */
  readonly fields?: readonly string[];
};

/** The columns of the results matrix. */
export const TRIAL_GROUPS = ["refusal", "outage", "connection", "body", "state"] as const;

/** How a fault appears to a client. */
export type TrialGroup = (typeof TRIAL_GROUPS)[number];

export type Trial = {
  /** Completes "The call gets …". Unique among the trials of a call. */
  readonly name: string;
  /** The keys of a scenario's fault rule that describe the fault. */
  readonly fault: Readonly<Record<string, JsonValue>>;
  readonly group: TrialGroup;
  /** Faults with the same value look alike to clients and leave the service in the same state. */
  readonly wire: string;
  /** Whether a retry may succeed. If so, another experiment makes the fault outlast retries. */
  readonly isTemporary?: true;
  /** Whether the client continues only after its own timeout. */
  readonly isWithheld?: true;
  /** Whether the response is unusable, so that a client that continues with it missed the fault. */
  readonly isDamage?: true;
  /** Rank by how often clients mishandle the fault; 1 is the most frequent. */
  readonly rank: 1 | 2 | 3;
};

type TrialRow = Trial & {
  /** The calls on which the trial has an effect; all calls if omitted. */
  readonly if?: keyof typeof EFFECTS;
  /** Values to try for `{each}`; `{pointer}` becomes a JSON Pointer to the field with that name. */
  readonly each?: keyof typeof LISTS;
  /** Whether the fault acts after the service's work, so that the state has changed. */
  readonly isAfterWork?: true;
};

export type TrialTable = Readonly<Record<string, readonly TrialRow[]>>;

const EFFECTS = {
  json: ({ fields }: TriedCall) => fields !== undefined,
  "long body": ({ use, fields }: TriedCall) => fields !== undefined || isAbout(use, "file"),
  file: ({ use }: TriedCall) => isAbout(use, "file"),
  jobs: ({ use }: TriedCall) => isAbout(use, "jobs"),
  "one job": ({ use }: TriedCall) => isAbout(use, "jobs") && use !== "listJobs",
  write: ({ use }: TriedCall) => isWrite(use),
};

const MAX_TRIED = 4;

const LISTS = {
  field: ({ fields = [] }: TriedCall) => fields.slice(0, MAX_TRIED),
  error: ({ errors }: TriedCall) => errors.filter((code) => code !== "invalid-request"),
  damage: ({ use, format }: TriedCall) =>
    Object.entries(FILE_DAMAGES).flatMap(([damage, file]) =>
      isAbout(use, "file") && file.format === format ? [damage] : [],
    ),
};

/** The ways to try a kind of fault on a call; empty if the kind has no effect on the call. */
export function trialsOf(table: TrialTable, kind: string, call: TriedCall): readonly Trial[] {
  return (table[kind] ?? []).flatMap(({ if: effect, each, isAfterWork, ...trial }) => {
    if (effect !== undefined && !EFFECTS[effect](call)) return [];
    // If a call changes nothing, faults before and after the service's work look the same.
    const isLater = isAfterWork === true && isWrite(call.use);
    const own = isLater ? { ...trial, wire: `${trial.wire} after the service's work` } : trial;
    if (each === undefined) return [own];
    return LISTS[each](call).map((word) => {
      const pointer = childPointer("", word);
      const filled = (text: string): string =>
        text.replaceAll("{each}", () => word).replaceAll("{pointer}", () => pointer);
      return mapStrings(own, filled);
    });
  });
}
