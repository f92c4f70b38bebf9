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
  StartedUpload,
} from "./sandbox-state.ts";

/** Every event that can change a sandbox's state. `apply` defines the effect of each. */
export type StateEvent =
  /** A client submitted a job. It also counts as a submission with the digest in the fact's `key`. */
  | { readonly kind: "jobSubmitted"; readonly fact: SubmittedFact }
  /** Something happened to a job after its submission. */
  | {
      readonly kind: "factAdded";
      readonly jobId: string;
      readonly fact: CancelRequestedFact | DeletedFact | ForcedFact;
    }
  /** A job's inputs were read or refused. The fact is dated at the submission. */
  | {
      readonly kind: "inputsRead";
      readonly jobId: string;
      readonly outcome: InputsOutcome;
      readonly rows: InputRows | undefined;
    }
  /** A dataset has exactly these stored files from now on; it is created if it doesn't exist. */
  | {
      readonly kind: "datasetFilled";
      readonly datasetId: string;
      readonly at: Instant;
      readonly fileIds: readonly string[];
    }
  /** A file was uploaded or deleted; it may also be one that a job wrote: then `file` is undefined. */
  | {
      readonly kind: "fileChanged";
      readonly fileId: string;
      readonly at: Instant;
      readonly file?: ClientFile | DatasetFile;
    }
  /** An upload was started, received a part, or ended; or it expired: then it is undefined. */
  | { readonly kind: "uploadChanged"; readonly uploadId: string; readonly upload?: StartedUpload }
  /** An endpoint of webhooks was created, changed, or deleted: then it is undefined. */
  | {
      readonly kind: "endpointChanged";
      readonly endpointId: string;
      readonly at: Instant;
      readonly endpoint?: WebhookEndpoint;
    }
  | { readonly kind: "deliveryAttempted"; readonly attempt: DeliveryAttempt }
  /** A call arrived that fault rules could fire on. */
  | {
      readonly kind: "callCounted";
      readonly operationId: string;
      readonly jobId?: string;
      /** Ordinal of the call among those of the operation and the job, from 1. */
      readonly nth: number;
    }
  /** A fault rule matched a call, fired, or reverted its firing. */
  | { readonly kind: "ruleCounted"; readonly rule: string; readonly hits: RuleHits }
  | { readonly kind: "countersForgotten" }
  /** Another scenario took effect. Existing jobs continue unchanged; fault rules with the same name keep their hits. */
  | { readonly kind: "scenarioPlayed"; readonly scenario: Scenario }
  /** A request took a token from the rate limit, or found none. */
  | { readonly kind: "rateCounted"; readonly level: RateLevel }
  /** The test placed a file; it replaces any file with the same name. */
  | { readonly kind: "filePlaced"; readonly file: PlacedFile }
  | { readonly kind: "clientErrorNoted"; readonly clientError: ClientError }
  | { readonly kind: "clockMoved"; readonly byMs: number }
  | { readonly kind: "clockStalled"; readonly sentence: string }
  /** The process that had the sandbox ended before it could store every exchange. */
  | { readonly kind: "recordsLost"; readonly gap: JournalGap };
