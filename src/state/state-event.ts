import type { ClientError, JournalGap } from "../core/exchange.ts";
import type { RuleHits } from "../core/fault-rule.ts";
import type {
  CancelRequestedFact,
  DeletedFact,
  ForcedFact,
  SubmittedFact,
} from "../core/job/facts.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";
import type { WebhookEndpoint } from "../core/webhooks/endpoint.ts";
import {
  callKey,
  type PlacedFile,
  type RateLevel,
  type SandboxState,
  type StartedUpload,
} from "./sandbox-state.ts";
import {
  appendFact,
  bytesInMemory,
  changeFile,
  changeUpload,
  FACT_BYTES,
  type FileChange,
  grow,
  type InputsChange,
  keepBytes,
  lengthIn,
  noteInputs,
  submitJob,
} from "./state-changes.ts";

/** The state of a sandbox, read-only outside `state/`. Only transactions change it. */
export type StateView = { readonly [Key in keyof SandboxState]: ReadOnly<SandboxState[Key]> };

type ReadOnly<Value> =
  Value extends Map<infer Key, infer Item>
    ? ReadonlyMap<Key, Item>
    : Value extends (infer Item)[]
      ? readonly Item[]
      : Value;

/** A change in a sandbox. It only says what changed; control verbs show the current state. */
export type SandboxChange =
  | { readonly kind: "job"; readonly jobId: string }
  | { readonly kind: "exchange"; readonly id: number }
  | { readonly kind: "fault"; readonly rule: string }
  | { readonly kind: "delivery"; readonly deliveryId: string }
  | { readonly kind: "clock" | "scenario" | "endpoints" | "journal-cleared" };

type EventKind<Data> = {
  readonly apply: (state: SandboxState, data: Data) => void;
  /** Returns the notification for watchers. Default: none, as for events that only count calls. */
  readonly change?: (data: Data) => SandboxChange;
  /** Returns an event's ID. A store keeps only the last event with each ID. Default: keeps all. */
  readonly id?: (data: Data) => string;
  /** Sample data for tests. Needed only if `test/state/programs.ts` never records the event. */
  readonly examples?: readonly Data[];
};

function event<Data>(kind: EventKind<Data>): EventKind<Data> {
  return kind;
}

/** Approximate size of a counter with its key, in bytes. */
const COUNTER_BYTES = 150;

/** The ID of an event if only the last event of its kind matters. */
const ONLY = (): string => "";

// Events update maps in place, because a sandbox can have 100,000 jobs, but replace their values,
// because callers may hold references to the old values.
export const EVENTS = {
  /** A job's submission. Submissions are counted by the digest in the fact's `key`. */
  jobSubmitted: event<{ readonly fact: SubmittedFact }>({
    apply: (state, { fact }) => submitJob(state, fact),
    change: ({ fact: { jobId } }) => ({ kind: "job", jobId }),
  }),
  factAdded: event<{
    readonly jobId: string;
    readonly fact: CancelRequestedFact | DeletedFact | ForcedFact;
  }>({
    apply: (state, { jobId, fact }) => appendFact(state, jobId, fact),
    change: ({ jobId }) => ({ kind: "job", jobId }),
  }),
  /** The outcome of reading a job's inputs. The fact has the time of the submission. */
  inputsRead: event<InputsChange>({
    apply: noteInputs,
    change: ({ jobId }) => ({ kind: "job", jobId }),
  }),
  /** Sets a dataset's list of files, and creates the dataset if it doesn't exist. */
  datasetFilled: event<{
    readonly datasetId: string;
    readonly at: Instant;
    readonly fileIds: readonly string[];
  }>({
    apply: ({ datasets }, { datasetId, at, fileIds }) => {
      const addedAt = datasets.get(datasetId)?.addedAt ?? at;
      datasets.set(datasetId, { datasetId, addedAt, updatedAt: at, fileIds });
    },
    id: ({ datasetId }) => datasetId,
  }),
  /**
   * The upload or deletion of a file. `file` is undefined for a deleted file, and `removed` is the
   * content of a client's deleted file.
   */
  fileChanged: event<FileChange>({
    apply: changeFile,
    id: ({ fileId }) => fileId,
  }),
  /** An upload's start, received part, or end; `upload` is undefined once it has expired. */
  uploadChanged: event<{ readonly uploadId: string; readonly upload?: StartedUpload }>({
    apply: (state, { uploadId, upload }) => changeUpload(state, uploadId, upload),
    id: ({ uploadId }) => uploadId,
  }),
  /** A webhook endpoint's creation or change or, if `endpoint` is undefined, its deletion. */
  endpointChanged: event<{
    readonly endpointId: string;
    readonly at: Instant;
    readonly endpoint?: WebhookEndpoint;
  }>({
    apply: (state, { endpointId, endpoint }) => {
      grow(state, lengthIn(endpoint) - lengthIn(state.endpoints.get(endpointId)));
      state.endpoints.set(endpointId, endpoint);
    },
    change: () => ({ kind: "endpoints" }),
    id: ({ endpointId }) => endpointId,
  }),
  deliveryAttempted: event<{ readonly attempt: DeliveryAttempt }>({
    apply: (state, { attempt }) => {
      const earlier = state.deliveries.get(attempt.deliveryId) ?? [];
      state.deliveries.set(attempt.deliveryId, [...earlier, attempt]);
      grow(state, FACT_BYTES + lengthIn(attempt));
    },
    change: ({ attempt: { deliveryId } }) => ({ kind: "delivery", deliveryId }),
  }),
  /** A call on which fault rules could fire; `nth` counts the operation's calls by job, from 1. */
  callCounted: event<{
    readonly operationId: string;
    readonly jobId?: string;
    readonly nth: number;
  }>({
    apply: (state, { operationId, jobId, nth }) => {
      const key = callKey(operationId, jobId);
      if (!state.calls.has(key)) grow(state, COUNTER_BYTES);
      state.calls.set(key, nth);
    },
    id: ({ operationId, jobId }) => callKey(operationId, jobId),
  }),
  /** A fault rule's hits after it matched a call, fired, or had its firing reverted. */
  ruleCounted: event<{ readonly rule: string; readonly hits: RuleHits }>({
    apply: ({ faultHits }, { rule, hits }) => void faultHits.set(rule, hits),
    change: ({ rule }) => ({ kind: "fault", rule }),
    id: ({ rule }) => rule,
  }),
  countersForgotten: event<object>({
    apply: (state) => {
      grow(state, -state.calls.size * COUNTER_BYTES);
      state.calls.clear();
      state.faultHits.clear();
    },
    id: ONLY,
    examples: [{}],
  }),
  /** A change of scenario. Existing jobs, and hits of rules with the same name, remain. */
  scenarioPlayed: event<{ readonly scenario: Scenario }>({
    apply: (state, { scenario }) => {
      const names = new Set(scenario.faults.map(({ name }) => name));
      for (const rule of state.faultHits.keys()) if (!names.has(rule)) state.faultHits.delete(rule);
      state.scenario = scenario;
    },
    change: () => ({ kind: "scenario" }),
    id: ONLY,
  }),
  /** The rate limit's bucket after a request took a token from it, or found it empty. */
  rateCounted: event<{ readonly level: RateLevel }>({
    apply: (state, { level }) => {
      state.rate = level;
    },
    id: ONLY,
    examples: [{ level: { tokens: 1, at: 0 } }, { level: { tokens: 0.5, at: 1000 } }],
  }),
  /** A file that the test placed; it replaces any file with the same name. */
  filePlaced: event<{ readonly file: PlacedFile }>({
    apply: (state, { file }) => {
      const before = state.files.get(file.name);
      state.files.set(file.name, file);
      state.byteLength -= before === undefined ? 0 : bytesInMemory(before);
      keepBytes(state, file);
    },
    id: ({ file }) => file.name,
  }),
  clientErrorNoted: event<{ readonly clientError: ClientError }>({
    apply: ({ clientErrors }, { clientError }) => void clientErrors.push(clientError),
    examples: [{ clientError: { afterExchange: 1 } }],
  }),
  clockMoved: event<{ readonly byMs: number }>({
    apply: (state, { byMs }) => {
      state.clockMovedMs += byMs;
    },
    change: () => ({ kind: "clock" }),
    id: ONLY,
    examples: [{ byMs: 0 }, { byMs: 5000 }],
  }),
  clockStalled: event<{ readonly sentence: string }>({
    apply: ({ stalls }, { sentence }) => void stalls.push(sentence),
    examples: [{ sentence: "a" }, { sentence: "b" }],
  }),
  /** A gap in the journal: an earlier process ended before it could store every exchange. */
  recordsLost: event<{ readonly gap: JournalGap }>({
    apply: ({ journalGaps }, { gap }) => void journalGaps.push(gap),
    examples: [{ gap: { afterId: 1, untilId: 2 } }],
  }),
};

type Kinds = typeof EVENTS;

export type StateEvent = {
  [Kind in keyof Kinds]: { readonly kind: Kind } & Parameters<Kinds[Kind]["apply"]>[1];
}[keyof Kinds];

/** The functions of an event's kind. The compiler can't infer that they accept the event. */
export function meaningOf({ kind }: StateEvent): EventKind<StateEvent> {
  return EVENTS[kind] as EventKind<StateEvent>;
}

/** Applies an event to a state. This is the only code that changes a state. */
export function apply(state: SandboxState, event: StateEvent): void {
  meaningOf(event).apply(state, event);
}
