import type { ClientError, JournalGap } from "../core/exchange.ts";
import type { RuleHits } from "../core/fault-rule.ts";
import type {
  CancelRequestedFact,
  DeletedFact,
  ForcedFact,
  InputsOutcome,
  SubmittedFact,
} from "../core/job/facts.ts";
import type { Scenario } from "../core/scenario.ts";
import type { Instant } from "../core/time.ts";
import type { DeliveryAttempt } from "../core/webhooks/delivery.ts";
import type { WebhookEndpoint } from "../core/webhooks/endpoint.ts";
import type { RateLevel } from "./rate-level.ts";
import type {
  ClientFile,
  DatasetFile,
  InputRows,
  PlacedFile,
  SandboxState,
  StartedUpload,
} from "./sandbox-state.ts";
import { callKey } from "./sandbox-state.ts";
import {
  addAttempt,
  appendFact,
  changeEndpoint,
  changeFile,
  changeUpload,
  countCall,
  forgetCounters,
  noteInputs,
  placeFile,
  playScenario,
  submitJob,
} from "./state-changes.ts";

/** Something that changed in a sandbox. It names what changed; control verbs show its current state. */
export type SandboxChange =
  | { readonly kind: "job"; readonly jobId: string }
  | { readonly kind: "exchange"; readonly id: number }
  | { readonly kind: "fault"; readonly rule: string }
  | { readonly kind: "delivery"; readonly deliveryId: string }
  | { readonly kind: "clock" | "scenario" | "endpoints" | "journal-cleared" };

/** The data of each kind of event that can change a sandbox's state. */
type Events = {
  /** A client submitted a job. It also counts as a submission with the digest in the fact's `key`. */
  readonly jobSubmitted: { readonly fact: SubmittedFact };
  /** Something happened to a job after its submission. */
  readonly factAdded: {
    readonly jobId: string;
    readonly fact: CancelRequestedFact | DeletedFact | ForcedFact;
  };
  /** A job's inputs were read or refused. The fact is dated at the submission. */
  readonly inputsRead: {
    readonly jobId: string;
    readonly outcome: InputsOutcome;
    readonly rows: InputRows | undefined;
  };
  /** A dataset has exactly these stored files from now on; it is created if it doesn't exist. */
  readonly datasetFilled: {
    readonly datasetId: string;
    readonly at: Instant;
    readonly fileIds: readonly string[];
  };
  /** A file was uploaded or deleted; it may also be one that a job wrote: then `file` is undefined. */
  readonly fileChanged: {
    readonly fileId: string;
    readonly at: Instant;
    readonly file?: ClientFile | DatasetFile;
  };
  /** An upload was started, received a part, or ended; or it expired: then it is undefined. */
  readonly uploadChanged: { readonly uploadId: string; readonly upload?: StartedUpload };
  /** An endpoint of webhooks was created, changed, or deleted: then it is undefined. */
  readonly endpointChanged: {
    readonly endpointId: string;
    readonly at: Instant;
    readonly endpoint?: WebhookEndpoint;
  };
  readonly deliveryAttempted: { readonly attempt: DeliveryAttempt };
  /** A call arrived that fault rules could fire on. */
  readonly callCounted: {
    readonly operationId: string;
    readonly jobId?: string;
    /** Ordinal of the call among those of the operation and the job, from 1. */
    readonly nth: number;
  };
  /** A fault rule matched a call, fired, or reverted its firing. */
  readonly ruleCounted: { readonly rule: string; readonly hits: RuleHits };
  readonly countersForgotten: object;
  /** Another scenario took effect. Existing jobs continue unchanged; fault rules with the same name keep their hits. */
  readonly scenarioPlayed: { readonly scenario: Scenario };
  /** A request took a token from the rate limit, or found none. */
  readonly rateCounted: { readonly level: RateLevel };
  /** The test placed a file; it replaces any file with the same name. */
  readonly filePlaced: { readonly file: PlacedFile };
  readonly clientErrorNoted: { readonly clientError: ClientError };
  readonly clockMoved: { readonly byMs: number };
  readonly clockStalled: { readonly sentence: string };
  /** The process that had the sandbox ended before it could store every exchange. */
  readonly recordsLost: { readonly gap: JournalGap };
};

type Kind = keyof Events;

/** An event that can change a sandbox's state. */
export type StateEvent = { [Each in Kind]: { readonly kind: Each } & Events[Each] }[Kind];

/** The meaning of one kind of event. */
type Meaning<Data> = {
  /** Changes a state. */
  readonly apply: (state: SandboxState, data: Data) => void;
  /** The notification for watchers; none by default. */
  readonly change?: (data: Data) => SandboxChange;
  /** A store keeps only the last event with each ID; by default, it keeps all. */
  readonly id?: (data: Data) => string;
};

/** The ID of events of which only the last one counts. */
const ONLY = (): string => "";

const MEANINGS: { readonly [Each in Kind]: Meaning<Events[Each]> } = {
  jobSubmitted: {
    apply: (state, { fact }) => submitJob(state, fact),
    change: ({ fact: { jobId } }) => ({ kind: "job", jobId }),
  },
  factAdded: {
    apply: (state, { jobId, fact }) => appendFact(state, jobId, fact),
    change: ({ jobId }) => ({ kind: "job", jobId }),
  },
  inputsRead: {
    apply: (state, { jobId, ...read }) => noteInputs(state, jobId, read),
    change: ({ jobId }) => ({ kind: "job", jobId }),
  },
  datasetFilled: {
    apply: ({ datasets }, { datasetId, at, fileIds }) => {
      const addedAt = datasets.get(datasetId)?.addedAt ?? at;
      datasets.set(datasetId, { datasetId, addedAt, updatedAt: at, fileIds });
    },
    id: ({ datasetId }) => datasetId,
  },
  fileChanged: {
    apply: (state, { fileId, file }) => changeFile(state, fileId, file),
    id: ({ fileId }) => fileId,
  },
  uploadChanged: {
    apply: (state, { uploadId, upload }) => changeUpload(state, uploadId, upload),
    id: ({ uploadId }) => uploadId,
  },
  endpointChanged: {
    apply: (state, { endpointId, endpoint }) => changeEndpoint(state, endpointId, endpoint),
    change: () => ({ kind: "endpoints" }),
    id: ({ endpointId }) => endpointId,
  },
  deliveryAttempted: {
    apply: (state, { attempt }) => addAttempt(state, attempt),
    change: ({ attempt: { deliveryId } }) => ({ kind: "delivery", deliveryId }),
  },
  callCounted: {
    apply: (state, call) => countCall(state, callKey(call.operationId, call.jobId), call.nth),
    id: ({ operationId, jobId }) => callKey(operationId, jobId),
  },
  ruleCounted: {
    apply: ({ faultHits }, { rule, hits }) => void faultHits.set(rule, hits),
    change: ({ rule }) => ({ kind: "fault", rule }),
    id: ({ rule }) => rule,
  },
  countersForgotten: { apply: forgetCounters, id: ONLY },
  scenarioPlayed: {
    apply: (state, { scenario }) => playScenario(state, scenario),
    change: () => ({ kind: "scenario" }),
    id: ONLY,
  },
  rateCounted: {
    apply: (state, { level }) => {
      state.rate = level;
    },
    id: ONLY,
  },
  filePlaced: {
    apply: (state, { file }) => placeFile(state, file),
    id: ({ file }) => file.name,
  },
  clientErrorNoted: {
    apply: ({ clientErrors }, { clientError }) => void clientErrors.push(clientError),
  },
  clockMoved: {
    apply: (state, { byMs }) => {
      state.clockMovedMs += byMs;
    },
    change: () => ({ kind: "clock" }),
    id: ONLY,
  },
  clockStalled: { apply: ({ stalls }, { sentence }) => void stalls.push(sentence) },
  recordsLost: { apply: ({ journalGaps }, { gap }) => void journalGaps.push(gap) },
};

/** The compiler can't see that the table has the right functions for each kind. */
function meaningOf({ kind }: StateEvent): Meaning<StateEvent> {
  return MEANINGS[kind] as Meaning<StateEvent>;
}

/** Applies an event to a state: the only code that changes one. */
export function apply(state: SandboxState, event: StateEvent): void {
  meaningOf(event).apply(state, event);
}

/** The change that an event means to watchers; undefined if it only counts something. */
export function changeOf(event: StateEvent): SandboxChange | undefined {
  return meaningOf(event).change?.(event);
}

/** The ID of an event of whose kind a store keeps only the last one with each ID; undefined if it keeps all. */
export function storedIdOf(event: StateEvent): string | undefined {
  return meaningOf(event).id?.(event);
}
