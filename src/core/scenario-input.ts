import type { ClockText } from "./clock-spec.ts";
import type { JsonValue } from "./json.ts";

// Written by `npm run docs` from the grammar: a scenario as an object, as a program writes it.

/** An object with exactly one of these keys. */
export type OneKeyOf<Shape> = {
  [Key in keyof Shape]: { readonly [Only in Key]: Shape[Only] } & {
    readonly [Other in Exclude<keyof Shape, Key>]?: never;
  };
}[keyof Shape];

/** A duration such as `1h30m`, or 0. */
export type DurationInput = 0 | (string & {});

/** A share such as `60%`, or a number from 0 to 1. */
export type ShareInput = number | `${number}%`;

/** The name of a built-in scenario. */
export type ScenarioName =
  | "all-rows-fail"
  | "auth-expires"
  | "bad-input-file"
  | "bad-rows"
  | "cancel-404"
  | "cancel-loses-race"
  | "cancel-slow"
  | "canceled-halfway"
  | "corrupt-parquet"
  | "corrupt-zip"
  | "dataset-missing"
  | "edge-values"
  | "error-line-with-null-error"
  | "every-branch"
  | "expires-halfway"
  | "fails-at-start"
  | "flaky-network"
  | "happy-path"
  | "instant"
  | "job-fails-midway"
  | "lost-create-response"
  | "outage"
  | "output-file-late"
  | "overloaded"
  | "presigned-url-expired"
  | "queue-full"
  | "rate-limited"
  | "read-after-write-lag"
  | "results-expire"
  | "results-late"
  | "shuffled"
  | "slow-download"
  | "slow-job"
  | "some-rows-fail"
  | "stale-status"
  | "stuck-job"
  | "truncated-download"
  | "unknown-state"
  | "webhook-forged"
  | "webhook-missing"
  | "webhook-repeated";

/** An operation's ID. A scenario that names operations of an overlay must be YAML text. */
export type OperationId =
  | "createJob"
  | "getResults"
  | "cancelJob"
  | "getJobStatus"
  | "getJob"
  | "listJobs"
  | "streamJobProgress"
  | "createDataset"
  | "uploadToDataset"
  | "listDatasets"
  | "listDatasetFiles"
  | "downloadFromDataset"
  | "tryAuthentication"
  | "getQuotas"
  | "getOpenApi";

/** All operations with a purpose, whatever their IDs. */
export type OperationGroup =
  | "results"
  | "statuses";

/** How long something takes: always the same, or drawn from the seed. */
export type DistributionInput = DurationInput | OneKeyOf<{
  /** Every duration in this range is equally likely. */
  readonly uniform: readonly [DurationInput, DurationInput];
  /** Most durations are near the median; a few are much longer. */
  readonly lognormal: {
    /** Half of all durations are shorter. Must be above 0. */
    readonly median: DurationInput;
    /** 95% of all durations are shorter. Must be at least the median. */
    readonly p95: DurationInput;
  };
}>;

/** The service's behavior on points that the interface document leaves open, by assumption ID. */
export type AssumptionsInput = {
  /** Which HTTP status does the service return for a successful create request? */
  readonly "create-status"?: 200 | 201 | 202;
  /** Which HTTP status does the service return for a successful results request? */
  readonly "results-status"?: 200;
  /** Which HTTP status does the service return for a successful cancel request? */
  readonly "cancel-status"?: 200 | 202;
  /** What are the names of the states other than CANCELLING and CANCELLED? */
  readonly "job-states"?: "upper-case" | "unknown-first" | "lower-case";
  /** What is the format of a `job_id`? */
  readonly "job-id-format"?: "prefixed-uuid" | "uuid" | "hex24";
  /** Which method, path, and response does the job status endpoint have? */
  readonly "status-operation"?: "GET {base_url}/job-status/{job_id}";
  /** Which endpoint returns a job's record, and what does the record contain? */
  readonly "job-operation"?: "GET {base_url}/jobs/{job_id}";
  /** Which endpoint lists jobs? */
  readonly "list-operation"?: "GET {base_url}/list-jobs";
  /** Which endpoint streams a job's progress? */
  readonly "progress-operation"?: "GET {base_url}/stream-job-progress/{job_id}";
  /** Which endpoints create, fill, list, and read datasets? */
  readonly "dataset-operations"?: "create-dataset, upload-to-dataset, list-datasets, list-dataset-files, download-from-dataset";
  /** Which column of a dataset or file contains the inputs if the request names none? */
  readonly "dataset-column"?: "inputs-or-first-text" | "only-column";
  /** Which endpoint checks whether an API key is valid? */
  readonly "auth-operation"?: "GET {base_url}/try-authentication";
  /** Which endpoint returns the quotas? */
  readonly "quotas-operation"?: "GET {base_url}/get-quotas";
  /** What does the service return if the `Authorization` header is missing or malformed? */
  readonly unauthenticated?: 401 | 403;
  /** What does the service return if the API key is well-formed but unknown? */
  readonly forbidden?: 403 | 401;
  /** What does the service return for an invalid request? */
  readonly "invalid-request"?: 422 | 400 | "422-list";
  /** What does the service return if a request other than a cancel request names an unknown job? */
  readonly "unknown-job"?: 404 | 400;
  /**
   * What does the service return if a client requests the results of a job that is still active?
   */
  readonly "results-not-ready"?: 409 | 404 | 400 | 425;
  /**
   * What does the service return if a client requests the results of a FAILED, CANCELLING, or
   * CANCELLED job, or of a dry run?
   */
  readonly "results-of-unsuccessful"?: 409 | 404 | 400 | 410;
  /** What happens if a create request names a dataset that does not exist? */
  readonly "unknown-dataset"?: 404 | 422 | "job-fails";
  /** What happens if the file at a URL can't be fetched, or is neither CSV in UTF-8 nor Parquet? */
  readonly "bad-url-input"?: "job-fails" | 422;
  /** What happens if a row exceeds the model's context window and `truncate_rows` is false? */
  readonly "row-too-long"?: "job-fails" | 422 | "empty-output";
  /** For truncated rows, do results contain the truncated or the original inputs? */
  readonly "truncated-inputs"?: "truncated" | "original";
  /** What happens if a create request names a model that is not in the catalog? */
  readonly "unknown-model"?: 422 | "job-fails" | "accepted";
  /**
   * Which models exist, what are their context windows and prices, and which are reasoning models?
   */
  readonly models?: "the catalog x-models; a scenario adds or replaces entries";
  /** What happens if `sampling_params` has an unknown key? */
  readonly "sampling-params"?: "accepted" | "rejected";
  /** What happens to request fields and parameters that are not in the interface document? */
  readonly "unknown-fields"?: "accepted" | "rejected";
  /** What does the service return for a create request for a dry run? */
  readonly "dryrun-response"?: "estimate" | "job-id-only";
  /** If a canceled job was already terminal, which state follows CANCELLING? */
  readonly "cancel-terminal"?: "previous" | "cancelled";
  /** What does a second cancel request do? */
  readonly "cancel-twice"?: "first-stands" | "restarts";
  /** What is the name of the Parquet column that contains the outputs? */
  readonly "parquet-columns"?: "outputs" | "job-id";
  /** What is the name of the CSV file in the ZIP file? */
  readonly "csv-entry-name"?: "job-id" | "results";
  /** What is the type of `content` in a reasoning model's output if the job has a schema? */
  readonly "reasoning-content"?: "string" | "object";
  /** If `inputs` is a string, how does the service interpret it? */
  readonly "input-kind"?: "url-or-dataset" | "dataset-prefix";
  /** Can `job_priority` be omitted if `inputs` is a dataset ID or a URL? */
  readonly "priority-when-omitted"?: "refused" | "taken-as-1";
  /** Which spellings of `true` and `false` are accepted in the query string? */
  readonly "query-booleans"?: "any-case-or-digit" | "strict";
  /** Is there a rate limit? */
  readonly "rate-limit"?: "none" | number;
  /** Can a request body be compressed with gzip, deflate, or br? */
  readonly "content-encoding"?: "decoded" | "refused";
  /**
   * Is there a maximum number of inputs, such as 1,000 for priority 0 and 1,000,000 for priority 1
   * (`by-priority`)?
   */
  readonly "max-inputs"?: "none" | "by-priority";
  /** How long are results kept? */
  readonly retention?: string;
  /** Can responses contain fields that are not in the interface document? */
  readonly "extra-response-fields"?: "none" | "one-unknown";
  /** Can an optional field of a create request be null? */
  readonly "null-fields"?: "absent" | "refused";
  /** When a job ends, does the service send a webhook that follows standardwebhooks.com? */
  readonly webhooks?: "none" | "standard";
} & { readonly [id: string]: JsonValue };

/** Changes to a model. */
export type ModelInput = {
  /** Maximum length of a row in tokens, including the system prompt. */
  readonly contextWindow?: number;
  /** Whether outputs contain reasoning as well as content. */
  readonly reasoning?: boolean;
  /** Price of a million input tokens, in US dollars. */
  readonly inputPricePerMillionTokens?: number;
  /** Price of a million output tokens, in US dollars. */
  readonly outputPricePerMillionTokens?: number;
  /** Throughput of one job, in input and output tokens per second. */
  readonly tokensPerSecond?: number;
  /**
   * Typical length of text outputs in tokens; lengths vary from about 0.5 to 1.5 times this number,
   * but never exceed the request's maximum.
   */
  readonly typicalOutputTokens?: number;
};

/** How the jobs that match behave. */
export type ProfileInput = {
  /** Conditions that a job must meet to get this profile. Default: none. */
  readonly when?: {
    /** The job's model, or a list of possible models. */
    readonly model?: string | readonly string[];
    /** The job's priority. */
    readonly jobPriority?: 0 | 1;
    /**
     * Bounds on the number of inputs. A job doesn't match if this number is unknown at submission.
     */
    readonly inputs?: {
      /** Minimum, inclusive. Default: 0. */
      readonly min?: number;
      /** Maximum, inclusive. Default: unlimited. */
      readonly max?: number;
    };
    /** Whether the job requests structured outputs. */
    readonly hasSchema?: boolean;
    /** Whether the job's model is a reasoning model. */
    readonly reasoning?: boolean;
    /** Where the inputs come from. */
    readonly source?: "array" | "dataset" | "file" | "url";
    /**
     * Condition on the create request's body: exact values by field name, or a JSON Schema (an
     * object with a keyword that restricts values).
     */
    readonly request?: Readonly<Record<string, JsonValue>>;
  };
  /** Time in the state before `queued`, if the spec has such a state. Default: `500ms`. */
  readonly unknown?: DistributionInput;
  /** Time in `queued`: a duration, or a list for priorities 0 and 1. Default: `[1s, 2s]`. */
  readonly queued?: DistributionInput | readonly [DistributionInput, DistributionInput];
  /** Time in `starting`. Default: `1s`. */
  readonly starting?: DistributionInput;
  /**
   * Time to process the job's rows, or their throughput. Default: `model`, the throughput of the
   * job's model.
   */
  readonly running?: "model" | DurationInput | OneKeyOf<{
    /** Number of rows that the job processes per second. */
    readonly rowsPerSecond: number;
    /** Number of input and output tokens that the job processes per second. */
    readonly tokensPerSecond: number;
    /** Every duration in this range is equally likely. */
    readonly uniform: readonly [DurationInput, DurationInput];
    /** Most durations are near the median; a few are much longer. */
    readonly lognormal: {
      /** Half of all durations are shorter. Must be above 0. */
      readonly median: DurationInput;
      /** 95% of all durations are shorter. Must be at least the median. */
      readonly p95: DurationInput;
    };
  }>;
  /**
   * Time in the state after `running`, if the spec has such a state. Default: the value of the
   * assumption `finalizing`.
   */
  readonly finalizing?: DistributionInput;
  /** Points at which progress stops for a while. Default: none. */
  readonly stalls?: readonly {
    /** Share of the rows completed when progress stops. */
    readonly at: ShareInput;
    /** How long progress stops. */
    readonly for: DistributionInput;
  }[];
  /** How the job ends. Default: `succeeded`. */
  readonly outcome?: "succeeded" | OneKeyOf<{
    /** The job fails at a share of its rows (`at`) or a time (`after`). */
    readonly failed: {
      /** Share of the rows completed when the job fails (never all). */
      readonly at?: ShareInput;
      /** Time from submission after which the job, if still active, fails. */
      readonly after?: DurationInput;
      /** Reason in the job record. Default: `The job failed.` */
      readonly reason?: string;
    };
    /**
     * The service rejects the job's input file, and the job fails. Use this only with an API that
     * has input files.
     */
    readonly badFile: {
      /** Name of the problem, as in the spec's `x-file-problems`. */
      readonly problem: "malformed" | "invalid" | "repeated" | "differing" | "unequal" | "empty" | "tooMany" | "failed";
      /**
       * Number of the invalid line, counting from 1 and skipping blank lines. If the file has fewer
       * lines, its last line is invalid. Default: the whole file is invalid.
       */
      readonly line?: number;
      /**
       * Text that the error message quotes as invalid, if it quotes any. Default: depends on the
       * problem.
       */
      readonly value?: string;
    };
    /** Someone other than the client cancels the job. */
    readonly canceled: {
      /** Share of the rows completed when the job is canceled (never all). */
      readonly at: ShareInput;
    };
    /** The job takes too long and expires. */
    readonly expired: {
      /** Share of the rows completed when the job expires (never all). */
      readonly at: ShareInput;
      /**
       * Time from submission until the job expires or, in an API whose jobs don't expire, fails.
       */
      readonly after: DurationInput;
    };
    /** The job never ends on its own. */
    readonly stuck: {
      /** The state that the job never leaves. Use `finalizing` only if the API has it. */
      readonly in: "queued" | "starting" | "running" | "finalizing";
      /** Share of rows completed (never all). Requires `in: running`. Default: 0. */
      readonly at?: ShareInput;
    };
  }>;
  /** Effect of a cancel request. */
  readonly cancel?: {
    /** Time from the cancel request until the job ends. Default: `1s`. */
    readonly takes?: DistributionInput;
    /** Whether the job succeeds despite the cancel request, with all rows done. Default: false. */
    readonly losesRace?: boolean;
  };
  /** When results are available, and the order of their rows. */
  readonly results?: {
    /** Time from the job's end until results are ready. Default: 0. */
    readonly lateBy?: DistributionInput;
    /**
     * Time from the job's end until its results expire. Default: the value of the assumption
     * `retention`.
     */
    readonly expireAfter?: DurationInput;
    /**
     * Order of the result rows, if they have IDs; `shuffled` order depends on the seed. Default:
     * the value of the assumption `row-order`, or `input` if the spec has no such assumption.
     */
    readonly order?: "input" | "shuffled";
  };
};

/** A rule for the outputs of the rows that match it. */
export type RowRuleInput = {
  /** Rows with these indexes. Indexes start at 0. */
  readonly index?: number | readonly number[];
  /** Rows from the first index to the last, inclusive. Indexes start at 0. */
  readonly range?: readonly [number, number];
  /** Every nth row: 10 selects the rows with indexes 9, 19, 29, and so on. */
  readonly every?: number;
  /** About this share of all rows. The seed determines which. */
  readonly share?: ShareInput;
  /** Rows whose input contains this string or matches this `{ pattern: … }`. */
  readonly match?: string | OneKeyOf<{
    /** A regular expression that matches anywhere in the input. */
    readonly pattern: string;
  }>;
  /** Output for these rows. */
  readonly outcome?: "empty" | "refusal" | "schemaViolation" | "invalidJson" | "truncatedJson" | "missingContent" | OneKeyOf<{
    /** Text of the refusal. */
    readonly refusal: string;
    /** Each of these rows fails or, in an API whose rows can't fail, has an empty output. */
    readonly error: {
      /** HTTP status of the row's error, from 400 to 599. */
      readonly status: number;
      /** The service's error code. Default: the code for the status. */
      readonly code?: string;
      /** The error message. Default: the message for the status. */
      readonly message?: string;
    };
    /** The usual output, extended to at least this size. */
    readonly huge: {
      /** Minimum size of the output in bytes. */
      readonly bytes: number;
    };
    /** A fixed string as the output. */
    readonly text: string;
    /**
     * The output; `${input}` and `${index}` are replaced with the row's input and index, and `$${`
     * with `${`.
     */
    readonly template: string;
    /**
     * Path of a JSONL file, relative to the scenario file, with an `input` and its `output` on each
     * line. Rows with other inputs don't match the rule.
     */
    readonly canned: string;
  }>;
  /**
   * Kind of values in outputs: `plausible` values look real, `covering` values take each of the
   * schema's alternatives in turn, and `edge` values are extreme. Can't be combined with `outcome`.
   */
  readonly values?: "plausible" | "covering" | "edge";
};

/** A fault rule: how operations or connections misbehave. */
export type FaultInput = {
  /**
   * Name in logs, the journal, and the header `x-sim-fault`. Default: the rule's position and its
   * kind of fault, such as `1-status`.
   */
  readonly name?: string;
  /** Conditions that a call to one of the rule's operations must meet. Default: none. */
  readonly when?: {
    /** State of the call's job, or a list of possible states. */
    readonly jobState?: "unknown" | "queued" | "starting" | "running" | "finalizing" | "cancelling" | "succeeded" | "failed" | "cancelled" | "expired" | readonly ("unknown" | "queued" | "starting" | "running" | "finalizing" | "cancelling" | "succeeded" | "failed" | "cancelled" | "expired")[];
    /** Time since the call's job was submitted. */
    readonly jobAge?: {
      /** Minimum age, inclusive. Default: 0. */
      readonly min?: DurationInput;
      /** Maximum age, exclusive. Default: unlimited. */
      readonly max?: DurationInput;
    };
    /** Format of the requested results, or a list of possible formats. */
    readonly format?: "json" | "csv" | "parquet" | readonly ("json" | "csv" | "parquet")[];
    /**
     * Condition on the request's headers: exact values by field name, or a JSON Schema (an object
     * with a keyword that restricts values). In a JSON Schema, write header names in lowercase.
     */
    readonly header?: Readonly<Record<string, JsonValue>>;
    /**
     * Condition on the query parameters: exact values by field name, or a JSON Schema (an object
     * with a keyword that restricts values). In a JSON Schema, treat every parameter's value as a
     * string.
     */
    readonly query?: Readonly<Record<string, JsonValue>>;
    /**
     * Condition on the request's JSON body: exact values by field name, or a JSON Schema (an object
     * with a keyword that restricts values).
     */
    readonly body?: Readonly<Record<string, JsonValue>>;
    /**
     * Matches only the nth call to the operation for the same job, counting from 1. Calls without a
     * job are counted together in each sandbox.
     */
    readonly call?: number;
  };
  /**
   * Maximum number of times that the rule fires. Calls in which it finds nothing to change don't
   * count. Default: unlimited.
   */
  readonly times?: number;
  /** Number of matching calls to skip first. Default: 0. */
  readonly after?: number;
  /**
   * The rule fires on every nth matching call after those that `after` skips: 3 means every third.
   * Default: 1.
   */
  readonly every?: number;
  /**
   * Probability that the rule fires on a call that meets its other conditions: 0 means never, and 1
   * means always. The seed determines on which calls it fires. Default: 1.
   */
  readonly probability?: ShareInput;
  /**
   * When the fault acts: with `request`, before the service does anything; with `response`, after
   * the service has done its work. Default: depends on the kind of fault.
   */
  readonly phase?: "request" | "response";
  /**
   * Operation IDs; `results` stands for all operations that respond with results, `statuses` for
   * those that report the state of one job, and `*` for every operation.
   */
  readonly on: "*" | OperationGroup | OperationId | readonly ("*" | OperationGroup | OperationId)[];
  /** With `status`: response headers. */
  readonly headers?: Readonly<Record<string, string | number>>;
  /**
   * With `status`: response body. A string is sent as is; any other value is sent as JSON. Default:
   * empty. A response with status 204, 205, or 304 has no body.
   */
  readonly body?: JsonValue;
} & OneKeyOf<{
  /**
   * Fault: the JSON body has one more field, a different value in a field, or one more item in a
   * list (`/list/-`).
   */
  readonly addField: {
    /** JSON Pointer to the field. */
    readonly at: string;
    /** The value of the field. */
    readonly value: JsonValue;
  };
  /**
   * Fault: a downloaded ZIP, CSV, or Parquet file is damaged. A ZIP file has a wrong CRC-32
   * (`zipChecksum`) or no central directory (`zipDirectory`); a CSV file, zipped or not, lacks a
   * row (`csvMissingRow`); a Parquet file has a truncated footer (`parquetFooter`) or an unreadable
   * page (`parquetPage`).
   */
  readonly corruptFile: "zipChecksum" | "zipDirectory" | "csvMissingRow" | "parquetFooter" | "parquetPage";
  /**
   * Fault: the normal response after a delay on the sandbox's clock; with `phase: response`, the
   * service does its work before the delay, and otherwise after it.
   */
  readonly delay: DistributionInput;
  /** Fault: the JSON body lacks the field at this JSON Pointer. */
  readonly dropField: string;
  /**
   * Fault: the service handles the request twice, as if a gateway had retried it; the client
   * receives the second response.
   */
  readonly duplicate: true;
  /** Fault: the connection closes cleanly without a response. */
  readonly emptyReply: true;
  /** Fault: one of the service's own errors, with the status, headers, and body from the spec. */
  readonly error: "unauthenticated" | "forbidden" | "invalid-request" | "unknown-job" | "unknown-job-on-cancel" | "unknown-dataset" | "unknown-model" | "bad-url-input" | "row-too-long" | "results-not-ready" | "results-of-unsuccessful" | "results-expired" | "signed-url-invalid" | "signed-url-expired" | "range-not-satisfiable" | "precondition-failed" | "rate-limited" | "key-expired" | "unavailable" | "body-too-large" | "unsupported-encoding" | "unknown-operation" | "wrong-address" | "method-not-allowed" | "overloaded";
  /** Fault: no response; the connection stays open until the client closes it. */
  readonly hang: true;
  /** Fault: a TCP reset instead of a response, after the service has done its work. */
  readonly lostResponse: true;
  /** Fault: the HTTP response is complete, but its JSON lacks the last two bytes. */
  readonly malformedJson: true;
  /** Fault: the operation's own error for an unknown job, until the job reaches this age. */
  readonly notFoundAfterCreate: {
    /** Age at which clients can find the job. */
    readonly for: DurationInput;
  };
  /**
   * Fault: the service's `rate-limited` error with `Retry-After`, once a sandbox's requests exceed
   * this limit, measured on its clock; `requests` is also the maximum burst.
   */
  readonly rateLimit: {
    /** Number of requests allowed per period. */
    readonly requests: number;
    /** Length of the period. */
    readonly per: DurationInput;
  };
  /** Fault: a field of the JSON body has a different name, at the same position. */
  readonly renameField: {
    /** JSON Pointer to the field. */
    readonly at: string;
    /** The new name. */
    readonly to: string;
  };
  /** Fault: a TCP reset before the headers, after them, or partway through the body. */
  readonly reset: "beforeHeaders" | "afterHeaders" | {
    /** Number of bytes of the body to send before the reset. */
    readonly afterBytes: number;
  };
  /** Fault: the headers immediately, and then the body at this rate on the sandbox's clock. */
  readonly slowBody: {
    /** Bytes of the body per second on the sandbox's clock. */
    readonly bytesPerSecond: number;
  };
  /** Fault: job statuses that are out of date by this duration, so jobs can seem to go backward. */
  readonly staleStatus: {
    /** Age of the state that the client sees. */
    readonly by: DurationInput;
  };
  /** Fault: this HTTP status instead of the service's response. */
  readonly status: number;
  /**
   * Fault: the body ends early, and the connection closes cleanly although `Content-Length` gives
   * the full length. With `atBytes`, a live stream ends after that many bytes; with `atShare`, it
   * ends after its first chunk.
   */
  readonly truncate: OneKeyOf<{
    /** Number of bytes of the body that arrive. */
    readonly atBytes: number;
    /** Share of the body that arrives. */
    readonly atShare: ShareInput;
  }>;
  /** Fault: the body is correct, but the `Content-Type` header has this value. */
  readonly wrongContentType: string;
}>;

/** A scenario as an object: the content of a scenario file. */
export type ScenarioInput = {
  /** Version of the scenario format: 1. */
  readonly format?: 1;
  /** The scenario's name. Default: the file name without its extension. */
  readonly name?: string;
  /** A one-line description of the scenario. */
  readonly description?: string;
  /** A one-line description of how a good client handles the scenario. */
  readonly goodClient?: string;
  /** Seed for all random values. The option `seed` takes precedence. Default: 1. */
  readonly seed?: number;
  /**
   * How time moves: `real`, a speed such as `60x`, `manual`, `poll`, `poll:next`, or a step such as
   * `poll:5s`. The option `clock` takes precedence.
   */
  readonly clock?: ClockText;
  /** The service's behavior on points that the interface document leaves open, by assumption ID. */
  readonly assumptions?: AssumptionsInput;
  /** Models by ID: changes to models in the catalog, or additional models. */
  readonly models?: Readonly<Record<string, ModelInput>>;
  /** Datasets that exist from the start, by ID. */
  readonly datasets?: Readonly<Record<string, OneKeyOf<{
    /** The rows: strings, or objects that map column names to values. */
    readonly rows: readonly (string | Readonly<Record<string, JsonValue>>)[];
    /** CSV or Parquet files with the rows. Paths are relative to the scenario file. */
    readonly files: string | readonly string[];
  }>>>;
  /** How jobs behave; each job has the first matching profile. Default: every job succeeds. */
  readonly profiles?: readonly ProfileInput[];
  /**
   * Maximum number of jobs that can be starting or running at the same time. Other jobs wait in the
   * queue. Default: unlimited.
   */
  readonly capacity?: number;
  /**
   * Kind of values in outputs: `plausible` values look real, `covering` values take each of the
   * schema's alternatives in turn, and `edge` values are extreme. Default: `plausible`.
   */
  readonly values?: "plausible" | "covering" | "edge";
  /**
   * Rules for the rows' outputs; the first matching rule applies. A row that matches no rule has a
   * normal output.
   */
  readonly rows?: readonly RowRuleInput[];
  /** How operations or connections misbehave. The first rule whose conditions are met fires. */
  readonly faults?: readonly FaultInput[];
  /** Webhook endpoints that exist from the start. Allowed only if the API has webhooks. */
  readonly webhooks?: readonly ({
    /** URL to which events are delivered. */
    readonly url: string;
    /** Names of the events to deliver. Default: all. */
    readonly events?: string | readonly string[];
    /**
     * The secret that signs deliveries: `whsec_` followed by Base64. Default: a secret derived from
     * the seed and the endpoint's ID, which `snapshot()` shows.
     */
    readonly secret?: string;
  })[];
  /** How webhook deliveries misbehave; the first matching rule applies. */
  readonly deliveries?: readonly ({
    /** Deliveries about jobs that entered one of these states (use batch-sim's state names). */
    readonly states?: "unknown" | "queued" | "starting" | "running" | "finalizing" | "cancelling" | "succeeded" | "failed" | "cancelled" | "expired" | readonly ("unknown" | "queued" | "starting" | "running" | "finalizing" | "cancelling" | "succeeded" | "failed" | "cancelled" | "expired")[];
    /** Deliveries about the jobs with these indexes. Indexes start at 0. */
    readonly index?: number | readonly number[];
    /** Deliveries about every nth job: 2 selects the jobs with indexes 1, 3, 5, and so on. */
    readonly every?: number;
    /** About this share of all deliveries. The seed determines which. */
    readonly share?: ShareInput;
    /**
     * The first attempt is made after this delay. Random delays can change the order of deliveries.
     */
    readonly late?: DistributionInput;
    /** The webhook is sent again, with the same ID, after the receiver has accepted it. */
    readonly twice?: true;
    /** The webhook is never sent. */
    readonly never?: true;
    /**
     * The first attempt is signed with a wrong secret (`wrong`), with an earlier secret that was
     * replaced (`replaced`), or with a timestamp from ten minutes ago (`old`).
     */
    readonly signature?: "wrong" | "replaced" | "old";
    /** The first attempt contains only this share of the body. */
    readonly truncate?: ShareInput;
    /**
     * The connection is lost as soon as the receiver has accepted the first attempt, so the service
     * makes another attempt.
     */
    readonly lost?: true;
  })[];
};
