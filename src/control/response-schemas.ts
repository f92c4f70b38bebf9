// Generated from the files in verbs/: `npm run docs`.
import type { JsonObject } from "../core/json.ts";
import { FINDING_SCHEMA, REPORT_SCHEMA } from "../findings/report/report-schema.ts";

const JOB_STATE: JsonObject = {
  enum: [
    "unknown",
    "queued",
    "starting",
    "running",
    "finalizing",
    "cancelling",
    "succeeded",
    "failed",
    "cancelled",
    "expired",
  ],
};

/** Conditions on a call; an omitted condition holds for every call. */
const CALL_MATCH: JsonObject = {
  type: "object",
  required: [],
  additionalProperties: false,
  properties: {
    jobStates: {
      type: "array",
      items: JOB_STATE,
      description:
        "The call's job is in one of these states; never holds if the job doesn't exist.",
    },
    jobAgeMs: {
      type: "object",
      required: [],
      additionalProperties: false,
      properties: { min: { type: "number" }, max: { type: "number" } },
      description:
        "Time since the job's submission, from `min` to below `max`. Never holds without a job.",
    },
    header: {
      type: "object",
      additionalProperties: true,
      description: "JSON Schema for an object of the request's headers, with lowercase names.",
    },
    query: {
      type: "object",
      additionalProperties: true,
      description: "JSON Schema for an object of the query parameters.",
    },
    body: {
      type: "object",
      additionalProperties: true,
      description: "JSON Schema for the request's body; never holds without a body.",
    },
    formats: {
      type: "array",
      items: { type: "string" },
      description:
        "The request asks for results in one of these formats; never holds for other requests.",
    },
    call: {
      type: "integer",
      description:
        "Ordinal of the call to the operation for its job or, without a job, in the sandbox; from 1.",
    },
  },
};

/** Whether a fault happens before the service's work, or affects its response afterward. */
const FAULT_PHASE: JsonObject = { enum: ["request", "response"] };

/** When and how an operation or its transport misbehaves. */
const FAULT_RULE: JsonObject = {
  type: "object",
  required: ["name", "on", "phase", "fault"],
  additionalProperties: false,
  properties: {
    name: { type: "string", description: "Unique in its scenario; safe in an HTTP header." },
    on: {
      anyOf: [{ const: "*" }, { type: "array", items: { type: "string" } }],
      description: "Operation IDs, or `*` for every operation.",
    },
    when: CALL_MATCH,
    times: {
      type: "integer",
      description: "Maximum number of times that it fires; 1 or more. Unlimited if omitted.",
    },
    after: { type: "integer", description: "Number of matching calls to skip first." },
    every: {
      type: "integer",
      description: "It fires on every nth matching call after those that `after` skips; 1 or more.",
    },
    probability: {
      type: "number",
      description:
        "Probability in 0..1 that it fires when it is due: 0 is never, 1 (the default) is always.",
    },
    phase: FAULT_PHASE,
    fault: { type: "object", required: ["kind"], properties: { kind: { type: "string" } } },
  },
};

/** A fault rule in effect, and its hits so far. */
const FAULT_REPORT: JsonObject = {
  type: "object",
  required: ["rule", "matched", "fired"],
  additionalProperties: false,
  properties: {
    rule: FAULT_RULE,
    matched: { type: "integer", description: "Number of calls that met its conditions." },
    fired: { type: "integer", description: "Number of calls that it fired on." },
  },
};

/** An endpoint that webhooks are delivered to. */
const WEBHOOK_REPORT: JsonObject = {
  type: "object",
  required: ["endpointId", "url", "events", "secret"],
  additionalProperties: false,
  properties: {
    endpointId: { type: "string" },
    url: { type: "string" },
    events: {
      type: "array",
      items: { type: "string" },
      description: "Names of the events that it gets.",
    },
    secret: { type: "string", description: "The secret that signs them." },
  },
};

/** A job entered a state, possibly again: a test can force a job into the state that it is in. */
const JOB_EVENT: JsonObject = {
  type: "object",
  required: ["at", "jobId", "state"],
  additionalProperties: false,
  properties: {
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    jobId: { type: "string" },
    state: JOB_STATE,
  },
};

/** A delivery that was not made in time. */
const OUTSTANDING_DELIVERY: JsonObject = {
  type: "object",
  required: ["deliveryId", "endpointId", "event", "jobId"],
  additionalProperties: false,
  properties: {
    deliveryId: { type: "string" },
    endpointId: { type: "string" },
    event: { type: "string", description: "Name of the event on the wire." },
    jobId: { type: "string" },
  },
};

/** The result of moving a clock: its new instant, and the events on the way, in order. */
const ADVANCE: JsonObject = {
  type: "object",
  required: ["now", "events"],
  additionalProperties: false,
  properties: {
    now: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    events: { type: "array", items: JOB_EVENT },
    outstanding: {
      type: "array",
      items: OUTSTANDING_DELIVERY,
      description:
        "The deliveries that became due and were not made within 30 seconds; undefined if all were.",
    },
  },
};

/** Whether results can be downloaded at an instant, and if not, why. */
const RESULTS_AVAILABILITY: JsonObject = {
  anyOf: [
    {
      type: "object",
      required: ["kind"],
      additionalProperties: false,
      properties: {
        kind: { const: "ready" },
        expiresAt: {
          type: "number",
          description: "Milliseconds since 1970 on the sandbox's clock.",
        },
      },
    },
    {
      type: "object",
      required: ["kind"],
      additionalProperties: false,
      properties: {
        kind: { const: "notReady" },
        readyAt: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
      },
    },
    {
      type: "object",
      required: ["kind"],
      additionalProperties: false,
      properties: { kind: { const: "never" } },
    },
    {
      type: "object",
      required: ["kind", "at"],
      additionalProperties: false,
      properties: {
        kind: { const: "expired" },
        at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
      },
    },
  ],
};

/** A job as the test sees it, at one instant. */
const JOB_REPORT: JsonObject = {
  type: "object",
  required: [
    "jobId",
    "state",
    "numRows",
    "rowsCompleted",
    "createdAt",
    "results",
    "modelId",
    "jobPriority",
    "dryRun",
  ],
  additionalProperties: false,
  properties: {
    jobId: { type: "string" },
    state: JOB_STATE,
    numRows: {
      type: "integer",
      description: "0 until a job whose inputs are fetched from a URL begins to run.",
    },
    rowsCompleted: {
      type: "integer",
      description: "Number of rows done so far; these are the first ones in input order.",
    },
    createdAt: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    addedAt: {
      type: "number",
      description:
        "When the job last entered the queue; undefined before. In milliseconds since 1970.",
    },
    startedAt: {
      type: "number",
      description: "When it entered `starting`; undefined before. In milliseconds since 1970.",
    },
    completedAt: {
      type: "number",
      description:
        "When it reached its terminal state; undefined before. A cancel request doesn't change it. In milliseconds since 1970.",
    },
    failureReason: { type: "string", description: "Only in `failed`." },
    results: RESULTS_AVAILABILITY,
    modelId: {
      type: "string",
      description: "The model that the client requested, or the default one.",
    },
    jobPriority: { enum: [0, 1], description: "The priority that the client requested." },
    dryRun: { type: "boolean", description: "Whether the job only estimates its costs." },
    nextChangeAt: {
      type: "number",
      description:
        "When the job changes next; undefined if nothing will change by itself. In milliseconds since 1970.",
    },
  },
};

/** Something that is wrong with a scenario's text, or that its author should know. */
const SCENARIO_REMARK: JsonObject = {
  type: "object",
  required: ["line", "column", "path", "message", "severity"],
  additionalProperties: false,
  properties: {
    line: { type: "integer", description: "Line of the text, from 1." },
    column: { type: "integer", description: "Column of the line, from 1." },
    path: {
      type: "string",
      description:
        "Where it is in the scenario, such as `faults.0.on`; empty for the text as a whole.",
    },
    message: { type: "string", description: "The problem, and what to do about it." },
    severity: {
      enum: ["error", "warning", "note"],
      description:
        "`error` if it is invalid or can't work, `warning` if its author may not want this.",
    },
    rule: {
      type: "string",
      description: "The lint rule that reported it; undefined if the scenario is invalid.",
    },
  },
};

/** A new sandbox, and how to use it. */
const MADE_SANDBOX: JsonObject = {
  type: "object",
  required: ["name", "title", "apiKey", "scenario", "seed", "clock", "baseUrl", "deploymentUrl"],
  additionalProperties: false,
  properties: {
    name: {
      type: "string",
      description:
        "Its name in IDs, reports, and logs: the given one, or, with characters besides `\\w.-`, a slug.",
    },
    title: { type: "string", description: "The name as it was given." },
    apiKey: { type: "string", description: "The key that identifies the sandbox in requests." },
    scenario: { type: "string", description: "Name or file of its scenario." },
    seed: { type: "integer", description: "Seed of its rows and IDs." },
    clock: {
      type: "string",
      description: "Its clock as written in options, such as `poll` or `60x`.",
    },
    baseUrl: { type: "string", description: "The service's address, without a trailing slash." },
    deploymentUrl: {
      type: "string",
      description:
        "The address of the operations that the service serves elsewhere, without a trailing slash.",
    },
  },
};

/** A recorded body: its text up to a limit; for other content or a cut text, its size and hash. */
const RECORDED_BODY: JsonObject = {
  type: "object",
  required: ["byteLength"],
  additionalProperties: false,
  properties: {
    byteLength: { type: "integer", description: "Length of the whole body in bytes." },
    text: {
      type: "string",
      description:
        "The body as text, up to the journal's limit. Undefined if it is binary or was not recorded.",
    },
    isCut: { type: "boolean", description: "Whether `text` is only the beginning." },
    sha256: {
      type: "string",
      description: "SHA-256 of the whole body, in hex; only if `text` is missing or cut.",
    },
    rows: {
      type: "array",
      items: { type: "array", items: { type: "string" } },
      description:
        "For results in a binary format and for uploaded files: the names of the columns, then the first rows, with long cells cut. Damage done by a fault doesn't show here.",
    },
  },
};

/** The first condition of a rule that a call did not meet. */
const UNMET: JsonObject = {
  type: "object",
  required: ["condition", "because"],
  additionalProperties: false,
  properties: {
    condition: {
      type: "string",
      description:
        "The condition as in scenarios, such as `when.jobState` or `times`; `order` if an earlier rule fired, or `effect` if the fault would have had none.",
    },
    because: { type: "string", description: "The clause that says what the call had instead." },
  },
};

/** Says whether a rule fired on one call. */
const RULE_CHECK: JsonObject = {
  type: "object",
  required: ["rule"],
  additionalProperties: false,
  properties: {
    rule: { type: "string", description: "Name of the rule." },
    unmet: { ...UNMET, description: "Why it did not fire; undefined if it did." },
  },
};

/** A problem with a request: where it is, and one sentence about it. */
const PROBLEM: JsonObject = {
  type: "object",
  required: ["path", "message", "type"],
  additionalProperties: false,
  properties: {
    path: {
      type: "string",
      description:
        "JSON Pointer into the request's body, or `query.<name>`, `header.<name>`, `path.<name>`.",
    },
    message: { type: "string", description: "The problem, as a sentence." },
    type: {
      type: "string",
      description:
        "Kind of problem, in JSON Schema's terms if one applies: `required`, `type`, `enum`.",
    },
    assumption: {
      type: "string",
      description:
        "The assumption behind the requirement, if its place in the spec doesn't name it.",
    },
  },
};

/** How an exchange ended: with a complete response, cut off by a fault, or aborted by either side. */
const EXCHANGE_END: JsonObject = { enum: ["finished", "cut", "aborted"] };

/** One recorded request and its response. */
const EXCHANGE: JsonObject = {
  type: "object",
  required: [
    "id",
    "at",
    "wallAt",
    "method",
    "url",
    "request",
    "response",
    "problems",
    "end",
    "durationMs",
  ],
  additionalProperties: false,
  properties: {
    id: { type: "integer", description: "Number of the exchange in its sandbox." },
    at: { type: "number", description: "On the sandbox's clock. In milliseconds since 1970." },
    wallAt: { type: "number", description: "On the wall clock, milliseconds since 1970." },
    method: { type: "string", description: "HTTP method." },
    url: { type: "string", description: "Path and query, without secrets." },
    operationId: {
      type: "string",
      description: "Undefined if no operation matches the request's method and path.",
    },
    nearest: {
      type: "string",
      description:
        "For a request without an operation: the most similar one, such as `GET /jobs/{job_id}`.",
    },
    jobId: { type: "string", description: "The job that the exchange is about." },
    jobState: {
      ...JOB_STATE,
      description: "The job's state: as reported to the client, or its actual one.",
    },
    format: { type: "string", description: "The results format that the request asks for." },
    request: {
      type: "object",
      required: ["headers"],
      additionalProperties: false,
      properties: {
        headers: { type: "object", additionalProperties: { type: "string" } },
        body: RECORDED_BODY,
      },
      description: "The request as sent; keys are shortened.",
    },
    response: {
      type: "object",
      required: ["status", "headers"],
      additionalProperties: false,
      properties: {
        status: { type: "integer" },
        headers: { type: "object", additionalProperties: { type: "string" } },
        body: RECORDED_BODY,
      },
      description: "The response as received.",
    },
    edges: {
      type: "array",
      items: { type: "string" },
      description:
        "The edge cases in the results by row; only if there are any. The response doesn't tell.",
    },
    fault: { type: "string", description: "Name of the fault rule that shaped the response." },
    rules: {
      type: "array",
      items: RULE_CHECK,
      description:
        "The fault rules that were in effect, in order, and why they did or did not fire.",
    },
    simError: { type: "string", description: "Code of an error in the simulator itself." },
    problems: { type: "array", items: PROBLEM, description: "The problems with the request." },
    end: { ...EXCHANGE_END, description: "How the response ended." },
    durationMs: {
      type: "number",
      description: "Wall-clock time from the request to the end of the response.",
    },
  },
};

/** The service's own words for things. */
const SERVICE_WORDS: JsonObject = {
  type: "object",
  required: ["noun", "states"],
  additionalProperties: false,
  properties: {
    noun: { type: "string", description: "Its word for a job, such as `batch`." },
    states: {
      type: "array",
      items: {
        type: "object",
        required: ["state", "name"],
        additionalProperties: false,
        properties: { state: JOB_STATE, name: { type: "string" } },
      },
      description:
        "The states that it has, each with its name on the wire; several may have the same.",
    },
  },
};

/** How clients use a sandbox. */
const SANDBOX_ACCESS: JsonObject = {
  type: "object",
  required: ["words"],
  additionalProperties: false,
  properties: {
    apiKey: {
      type: "string",
      description: "The sandbox's key; undefined for the default sandbox, which has none.",
    },
    createJob: {
      type: "string",
      description:
        "A shell command that creates a job; undefined without a key, or if the spec has no operation that creates jobs.",
    },
    words: SERVICE_WORDS,
  },
};

/** How late the event loop was in the last minute or two, in milliseconds. */
const LOOP_DELAY: JsonObject = {
  type: "object",
  required: ["p50Ms", "p99Ms", "worstMs"],
  additionalProperties: false,
  properties: {
    p50Ms: { type: "number", description: "Median." },
    p99Ms: { type: "number", description: "99th percentile." },
    worstMs: { type: "number", description: "Maximum." },
  },
};

/** Confirmation that the server responds, and how it is doing. */
const HEALTH: JsonObject = {
  type: "object",
  required: [
    "uptimeMs",
    "eventLoopDelay",
    "heap",
    "role",
    "status",
    "version",
    "sandboxes",
    "jobs",
    "exchanges",
  ],
  additionalProperties: false,
  properties: {
    uptimeMs: { type: "number", description: "Wall-clock time since the simulator started." },
    eventLoopDelay: {
      ...LOOP_DELAY,
      description: "How late the event loop was in the last one to two minutes.",
    },
    heap: {
      type: "object",
      required: ["usedBytes", "limitBytes"],
      additionalProperties: false,
      properties: { usedBytes: { type: "integer" }, limitBytes: { type: "integer" } },
      description: "Bytes of JavaScript's heap; beyond the limit, the process is aborted.",
    },
    role: {
      enum: ["single", "leader", "follower"],
      description: "`single` if the process shares its state with no other.",
    },
    leader: {
      type: "string",
      description:
        "Where replicas reach the leader, as `host:port`; undefined if there is none, or if it is unknown.",
    },
    term: {
      type: "integer",
      description: "Number of the leader's term: each leader's is greater than its predecessor's.",
    },
    status: {
      enum: ["ok", "failing"],
      description: "`failing` while the store can't be written to.",
    },
    storeProblem: {
      type: "string",
      description: "Why the store can't be written to; undefined if it can.",
    },
    version: { type: "string", description: "Version of batch-sim." },
    sandboxes: { type: "integer", description: "How many sandboxes the server has." },
    jobs: { type: "integer", description: "Number of jobs in all sandboxes." },
    exchanges: { type: "integer", description: "Number of exchanges in all journals." },
    unreadSandboxes: {
      type: "integer",
      description:
        "How many sandboxes are still being read from the store, and don't count; undefined if none is.",
    },
  },
};

/** The submission and all that the job depends on: editing a scenario changes no past job. */
const SUBMITTED_FACT: JsonObject = {
  type: "object",
  required: [
    "type",
    "at",
    "jobId",
    "seed",
    "key",
    "submission",
    "scenario",
    "model",
    "profile",
    "assumptions",
    "hasUnknownState",
  ],
  additionalProperties: false,
  properties: {
    type: { const: "submitted" },
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    jobId: { type: "string" },
    seed: {
      type: "integer",
      description: "The sandbox's seed, for everything drawn for this job.",
    },
    key: {
      type: "string",
      description: "Key of the job's own draws (durations); independent of other submissions.",
    },
    submission: { type: "object", additionalProperties: true },
    scenario: { type: "string", description: "Name of the scenario in effect at submission." },
    model: { type: "object", additionalProperties: true },
    profile: { type: "object", additionalProperties: true },
    capacity: {
      type: "integer",
      description: "Number of job slots in the sandbox at submission; undefined if unlimited.",
    },
    rowRules: {
      type: "array",
      items: { type: "object", additionalProperties: true },
      description: "Rules for the job's rows; undefined if every row is normal.",
    },
    assumptions: { type: "object", additionalProperties: true },
    hasUnknownState: {
      type: "boolean",
      description:
        "Whether the spec has `unknown`, the state before `queued` (assumption `job-states`).",
    },
  },
};

/** Facts about a job's rows that are known before it runs. */
const READY_INPUTS: JsonObject = {
  type: "object",
  required: ["kind", "numRows", "inputTokens", "estimatedOutputTokens"],
  additionalProperties: false,
  properties: {
    kind: { const: "ready" },
    numRows: { type: "integer" },
    inputTokens: { type: "number", description: "Total for all rows as the model sees them." },
    estimatedOutputTokens: {
      type: "number",
      description:
        "An estimate for schedules and dry runs; a row's actual cost is counted from its output.",
    },
    failedRows: {
      type: "array",
      items: { type: "integer" },
      description:
        "Indexes of the records that fail when they run, in ascending order; undefined if none does.",
    },
    rowModel: {
      type: "string",
      description: "The model that every row names; undefined if they weren't compared.",
    },
    digest: {
      type: "string",
      description: "For records: equal for the same ones in any order; undefined if they are many.",
    },
  },
};

/** A problem with a job's inputs, in the service's words. */
const INPUT_PROBLEM: JsonObject = {
  type: "object",
  required: ["code", "message", "line", "param"],
  additionalProperties: false,
  properties: {
    code: { type: "string" },
    message: { type: "string" },
    line: {
      anyOf: [{ type: "integer" }, { type: "null" }],
      description: "From 1; null for a problem with the whole file.",
    },
    param: {
      anyOf: [{ type: "string" }, { type: "null" }],
      description: "The part of the line that is wrong, or null.",
    },
  },
};

/** Inputs that make the job fail. */
const REFUSED_INPUTS: JsonObject = {
  type: "object",
  required: ["kind", "reason"],
  additionalProperties: false,
  properties: {
    kind: { const: "refused" },
    reason: { type: "string" },
    numRows: { type: "integer", description: "Number of rows, if they could be counted." },
    problems: {
      type: "array",
      items: INPUT_PROBLEM,
      description: "The problems with the file that contains them, if it does.",
    },
  },
};

/** The rows, or why they can't be used. */
const INPUTS_OUTCOME: JsonObject = { anyOf: [READY_INPUTS, REFUSED_INPUTS] };

/** The outcome of reading the inputs, dated with the submission's instant, whenever they arrive. */
const INPUTS_FACT: JsonObject = {
  type: "object",
  required: ["type", "at", "outcome"],
  additionalProperties: false,
  properties: {
    type: { const: "inputs" },
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    outcome: INPUTS_OUTCOME,
  },
};

/** A client's cancel request. */
const CANCEL_REQUESTED_FACT: JsonObject = {
  type: "object",
  required: ["type", "at"],
  additionalProperties: false,
  properties: {
    type: { const: "cancelRequested" },
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
  },
};

/** The test forced the job into a state. */
const FORCED_FACT: JsonObject = {
  type: "object",
  required: ["type", "at", "state"],
  additionalProperties: false,
  properties: {
    type: { const: "forced" },
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    state: JOB_STATE,
    reason: { type: "string" },
  },
};

/** A client deleted the job: to clients, it no longer exists. */
const DELETED_FACT: JsonObject = {
  type: "object",
  required: ["type", "at"],
  additionalProperties: false,
  properties: {
    type: { const: "deleted" },
    at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
  },
};

const FACT: JsonObject = {
  anyOf: [SUBMITTED_FACT, INPUTS_FACT, CANCEL_REQUESTED_FACT, FORCED_FACT, DELETED_FACT],
};

/** Everything stored about a job, in the order in which it happened. */
const FACTS: JsonObject = { type: "array", minItems: 1, items: FACT };

/** A job with all of its facts and its timeline. */
const JOB_DETAIL: JsonObject = {
  type: "object",
  required: [
    "jobId",
    "state",
    "numRows",
    "rowsCompleted",
    "createdAt",
    "results",
    "modelId",
    "jobPriority",
    "dryRun",
    "facts",
    "timeline",
  ],
  additionalProperties: false,
  properties: {
    jobId: { type: "string" },
    state: JOB_STATE,
    numRows: {
      type: "integer",
      description: "0 until a job whose inputs are fetched from a URL begins to run.",
    },
    rowsCompleted: {
      type: "integer",
      description: "Number of rows done so far; these are the first ones in input order.",
    },
    createdAt: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    addedAt: {
      type: "number",
      description:
        "When the job last entered the queue; undefined before. In milliseconds since 1970.",
    },
    startedAt: {
      type: "number",
      description: "When it entered `starting`; undefined before. In milliseconds since 1970.",
    },
    completedAt: {
      type: "number",
      description:
        "When it reached its terminal state; undefined before. A cancel request doesn't change it. In milliseconds since 1970.",
    },
    failureReason: { type: "string", description: "Only in `failed`." },
    results: RESULTS_AVAILABILITY,
    modelId: {
      type: "string",
      description: "The model that the client requested, or the default one.",
    },
    jobPriority: { enum: [0, 1], description: "The priority that the client requested." },
    dryRun: { type: "boolean", description: "Whether the job only estimates its costs." },
    nextChangeAt: {
      type: "number",
      description:
        "When the job changes next; undefined if nothing will change by itself. In milliseconds since 1970.",
    },
    facts: {
      ...FACTS,
      description:
        "Known facts about the job, such as when it was submitted, started, or canceled.",
    },
    timeline: {
      type: "array",
      items: {
        type: "object",
        required: ["state", "from"],
        additionalProperties: false,
        properties: {
          state: JOB_STATE,
          from: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
        },
      },
      description:
        "Past states, then the future ones unless a cancellation or a forced state changes them.",
    },
  },
};

/** A sandbox without its key. */
const SANDBOX_REPORT: JsonObject = {
  type: "object",
  required: [
    "name",
    "scenario",
    "seed",
    "clock",
    "now",
    "jobs",
    "exchanges",
    "droppedExchanges",
    "byteLength",
    "openRequests",
  ],
  additionalProperties: false,
  properties: {
    name: { type: "string", description: "Name that is part of IDs and reports." },
    title: {
      type: "string",
      description:
        "The name as it was given, or what is known of its key, if that differs from `name`.",
    },
    scenario: { type: "string", description: "Name or file of the scenario in effect." },
    seed: { type: "integer", description: "Seed of the rows and IDs." },
    clock: {
      type: "string",
      description: "The clock as written in options, such as `poll` or `60x`.",
    },
    now: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    jobs: { type: "integer", description: "How many jobs were created." },
    exchanges: { type: "integer", description: "How many exchanges the journal holds." },
    droppedExchanges: {
      type: "integer",
      description: "How many older exchanges it does not hold any more: it was full, or cleared.",
    },
    byteLength: { type: "integer", description: "Approximate size of everything in it." },
    openRequests: {
      type: "integer",
      description: "Number of its requests in progress, excluding this one.",
    },
  },
};

/** Kinds of values that depend on a row's index instead of its input. */
const INDEXED_VALUES: JsonObject = { enum: ["covering", "edge"] };

/** The purpose of a row's values: a demo, taking every branch of a client, or breaking one. */
const VALUE_KIND: JsonObject = { anyOf: [{ const: "plausible" }, INDEXED_VALUES] };

/** A scripted story for the simulator: validated plain data, with durations in milliseconds. */
const SCENARIO: JsonObject = {
  type: "object",
  required: [
    "name",
    "description",
    "goodClient",
    "assumptions",
    "models",
    "datasets",
    "profiles",
    "rows",
    "faults",
  ],
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    description: { type: "string", description: "What happens, in one line; may be empty." },
    goodClient: {
      type: "string",
      description: "What a good client does about it, in one line; may be empty.",
    },
    seed: { type: "integer" },
    clock: { type: "object", additionalProperties: true },
    assumptions: {
      type: "object",
      additionalProperties: true,
      description: "Values of assumptions by ID; all others keep the spec's value.",
    },
    models: {
      type: "object",
      additionalProperties: { type: "object", additionalProperties: true },
      description:
        "Changes to models by ID. A model that isn't in the catalog starts from the default model.",
    },
    datasets: {
      type: "object",
      additionalProperties: { type: "object", additionalProperties: true },
      description: "Datasets that exist from the start, by ID.",
    },
    profiles: {
      type: "array",
      items: { type: "object", additionalProperties: true },
      description: "The first one that matches a submission applies.",
    },
    capacity: {
      type: "integer",
      description:
        "Maximum number of jobs that start and run at once; the others wait. Unlimited if omitted.",
    },
    values: {
      ...VALUE_KIND,
      description: "The values of rows to which no rule applies; plausible ones by default.",
    },
    rows: {
      type: "array",
      items: { type: "object", additionalProperties: true },
      description: "The first one that matches a row applies.",
    },
    faults: {
      type: "array",
      items: FAULT_RULE,
      description: "The first one that is due on a call fires.",
    },
    webhooks: {
      type: "array",
      items: { type: "object", additionalProperties: true },
      description: "Endpoints of webhooks that exist from the start.",
    },
    deliveries: {
      type: "array",
      items: { type: "object", additionalProperties: true },
      description: "The first one that matches a delivery applies.",
    },
  },
};

/** A sandbox's clock. Instants are milliseconds since 1970. */
const CLOCK_READING: JsonObject = {
  type: "object",
  required: ["now", "iso", "clock", "waiting"],
  additionalProperties: false,
  properties: {
    now: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    iso: { type: "string", description: "`now` in ISO 8601." },
    clock: {
      type: "string",
      description:
        "How the clock moves, as in options: `real`, `60x`, `manual`, `poll`, or `poll:5000ms`.",
    },
    waiting: {
      type: "integer",
      description: "Number of delayed responses and progress streams that wait for the clock.",
    },
  },
};

/** A dataset without the bytes of its files. */
const DATASET_SNAPSHOT: JsonObject = {
  type: "object",
  required: ["datasetId", "addedAt", "updatedAt", "files"],
  additionalProperties: false,
  properties: {
    datasetId: { type: "string" },
    addedAt: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    updatedAt: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    files: {
      type: "array",
      items: {
        type: "object",
        required: ["fileName", "byteLength", "numRows"],
        additionalProperties: false,
        properties: {
          fileName: { type: "string" },
          byteLength: { type: "integer" },
          numRows: { type: "integer" },
        },
      },
    },
  },
};

/** An attempt to deliver a webhook. */
const ATTEMPT_REPORT: JsonObject = {
  type: "object",
  required: ["url", "at", "wallAt", "durationMs", "end", "status"],
  additionalProperties: false,
  properties: {
    url: { type: "string" },
    at: { type: "number", description: "On the sandbox's clock. In milliseconds since 1970." },
    wallAt: { type: "number", description: "On the wall clock, milliseconds since 1970." },
    durationMs: { type: "number" },
    end: { enum: ["responded", "timedOut", "failed"] },
    status: { type: "integer", description: "The receiver's status; 0 if it didn't respond." },
    reason: { type: "string", description: "Why there was no response." },
    fault: {
      enum: ["late", "twice", "never", "signature", "truncate", "lost"],
      description: "How the attempt misbehaved.",
    },
  },
};

/** A delivery of a webhook of which at least one attempt has ended. */
const DELIVERY_REPORT: JsonObject = {
  type: "object",
  required: ["deliveryId", "endpointId", "event", "eventAt", "isAccepted", "attempts"],
  additionalProperties: false,
  properties: {
    deliveryId: { type: "string" },
    endpointId: { type: "string" },
    event: { type: "string", description: "Name of the event." },
    jobId: { type: "string", description: "Undefined for a test of the endpoint." },
    eventAt: {
      type: "number",
      description: "When the event happened. In milliseconds since 1970.",
    },
    isAccepted: {
      type: "boolean",
      description: "Whether the receiver has accepted an undamaged attempt.",
    },
    attempts: { type: "array", items: ATTEMPT_REPORT, description: "Oldest first." },
  },
};

/** The whole state of a sandbox as plain data. */
const SNAPSHOT: JsonObject = {
  type: "object",
  required: [
    "name",
    "seed",
    "clock",
    "scenario",
    "jobs",
    "submissions",
    "datasets",
    "faultHits",
    "calls",
    "rate",
    "files",
    "endpoints",
    "deliveries",
    "journal",
  ],
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    seed: { type: "integer" },
    clock: CLOCK_READING,
    scenario: SCENARIO,
    jobs: {
      type: "array",
      items: {
        type: "object",
        required: ["jobId", "facts"],
        additionalProperties: false,
        properties: { jobId: { type: "string" }, facts: FACTS },
      },
    },
    submissions: {
      type: "object",
      additionalProperties: { type: "integer" },
      description: "Number of identical create requests, by their digest.",
    },
    datasets: { type: "array", items: DATASET_SNAPSHOT },
    faultHits: {
      type: "object",
      additionalProperties: {
        type: "object",
        required: ["matched", "fired"],
        additionalProperties: false,
        properties: {
          matched: { type: "integer" },
          fired: { type: "integer" },
          bucket: {
            type: "object",
            required: ["credit", "at"],
            additionalProperties: false,
            properties: {
              credit: { type: "integer" },
              at: {
                type: "number",
                description: "Milliseconds since 1970 on the sandbox's clock.",
              },
            },
            description: "Remaining tokens of a rate limit, in units of 1 / `perMs`.",
          },
        },
      },
    },
    calls: { type: "object", additionalProperties: { type: "integer" } },
    rate: {
      anyOf: [
        {
          type: "object",
          required: ["tokens", "at"],
          additionalProperties: false,
          properties: {
            tokens: { type: "number" },
            at: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
          },
        },
        { type: "null" },
      ],
    },
    files: {
      type: "array",
      items: {
        type: "object",
        required: ["name", "byteLength", "expiresAt"],
        additionalProperties: false,
        properties: {
          name: { type: "string", description: "Name of the file in its sandbox." },
          byteLength: { type: "integer", description: "Length in bytes." },
          expiresAt: {
            type: "number",
            description: "When its URL expires, in milliseconds since 1970 on the sandbox's clock.",
          },
        },
      },
    },
    endpoints: {
      type: "array",
      items: {
        type: "object",
        required: ["endpointId", "url", "events"],
        additionalProperties: false,
        properties: {
          endpointId: { type: "string" },
          url: { type: "string" },
          events: {
            type: "array",
            items: { type: "string" },
            description: "Names of the events that it gets.",
          },
        },
      },
    },
    deliveries: { type: "array", items: DELIVERY_REPORT },
    journal: { type: "array", items: EXCHANGE },
  },
};

/** A command that `exec` ran. */
const RAN_COMMAND: JsonObject = {
  type: "object",
  required: ["command", "exitCode", "startedAt", "durationMs"],
  additionalProperties: false,
  properties: {
    command: { type: "array", items: { type: "string" }, description: "Its words." },
    exitCode: { type: "integer" },
    startedAt: { type: "number", description: "Milliseconds since 1970 on the wall clock." },
    durationMs: { type: "number" },
  },
};

/** A point of a run: the share of the rows (0..1) that is done some time after the run began. */
const KNOT: JsonObject = {
  type: "object",
  required: ["afterMs", "share"],
  additionalProperties: false,
  properties: { afterMs: { type: "number" }, share: { type: "number" } },
};

/** Progress through the rows during a phase. */
const ROW_PROGRESS: JsonObject = {
  anyOf: [
    {
      type: "object",
      required: ["kind", "rows"],
      additionalProperties: false,
      properties: { kind: { const: "still" }, rows: { type: "integer" } },
    },
    {
      type: "object",
      required: ["kind", "from", "numRows", "knots"],
      additionalProperties: false,
      properties: {
        kind: { const: "moving" },
        from: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
        numRows: { type: "integer" },
        knots: {
          type: "array",
          items: KNOT,
          description:
            "In order of time; progress is linear between two knots, and constant after the last.",
        },
      },
    },
  ],
};

/** A period of a job's life in one state, from an instant (inclusive) to the next phase's. */
const PHASE: JsonObject = {
  type: "object",
  required: ["state", "from", "progress"],
  additionalProperties: false,
  properties: {
    state: JOB_STATE,
    from: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    progress: ROW_PROGRESS,
    addedAt: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    startedAt: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    completedAt: {
      type: "number",
      description:
        "Kept through `cancelling`: a cancel request doesn't make an ended job active again. In milliseconds since 1970.",
    },
    failureReason: { type: "string", description: "Only in `failed`." },
    usesInputs: {
      const: true,
      description:
        "True from when the job has begun to run, or has ended because of its inputs: earlier phases don't depend on them.",
    },
  },
};

/** Phases in chronological order; never empty. */
const PHASES: JsonObject = { type: "array", minItems: 1, items: PHASE };

/** A job at every instant, past and future, unless a cancellation or a forced state changes it. */
const JOB_TIMELINE: JsonObject = {
  type: "object",
  required: ["jobId", "isDryRun", "plan", "phases", "modelId", "scenario", "interference"],
  additionalProperties: false,
  properties: {
    jobId: { type: "string", description: "ID of the job." },
    isDryRun: { type: "boolean", description: "Whether the job only estimates its costs." },
    plan: {
      type: "object",
      required: ["createdAt", "numRows", "readsLate", "lateMs"],
      additionalProperties: false,
      properties: {
        createdAt: {
          type: "number",
          description: "Milliseconds since 1970 on the sandbox's clock.",
        },
        numRows: { type: "integer" },
        readsLate: {
          type: "boolean",
          description: "Whether the inputs are read after the job was created.",
        },
        lateMs: { type: "number", description: "Time after success until results are ready." },
        expireAfterMs: {
          type: "number",
          description: "Time after success until results expire; undefined if never.",
        },
        keepsRows: {
          const: true,
          description: "Whether a job that ended early has results; undefined if it has none.",
        },
      },
    },
    phases: {
      ...PHASES,
      description:
        "Past states, then the future ones unless a cancellation or a forced state changes them.",
    },
    modelId: {
      type: "string",
      description: "The model that the client requested, or the default one.",
    },
    scenario: {
      type: "string",
      description: "Name of the scenario in effect when the job was submitted.",
    },
    interference: {
      type: "array",
      items: { anyOf: [CANCEL_REQUESTED_FACT, FORCED_FACT] },
      description: "Cancel requests and states that the test forced, oldest first.",
    },
  },
};

/** A fault that would fire on a call. */
const PREVIEWED_FAULT: JsonObject = {
  type: "object",
  required: ["rule", "kind"],
  additionalProperties: false,
  properties: {
    rule: { type: "string", description: "Name of the rule." },
    kind: { type: "string" },
    status: {
      type: "integer",
      description: "The status that it sends; undefined if it changes the response in another way.",
    },
  },
};

/** A response that the service would send. */
const PREVIEWED_RESPONSE: JsonObject = {
  type: "object",
  required: ["operationId", "method", "path", "status"],
  additionalProperties: false,
  properties: {
    operationId: { type: "string" },
    method: { type: "string" },
    path: { type: "string", description: "The operation's path, with the job's ID in it." },
    status: { type: "integer" },
    body: { description: "The JSON body; undefined for results and files." },
    numRows: {
      type: "integer",
      description: "Number of rows in the results, or of lines in the file.",
    },
    fault: {
      ...PREVIEWED_FAULT,
      description:
        "The fault rule that would fire on this call now; undefined if none would, or in the past.",
    },
  },
};

/** The responses about a job that change at an instant, until the next such preview. */
const RECORDED_PREVIEW: JsonObject = {
  type: "object",
  required: ["from", "responses"],
  additionalProperties: false,
  properties: {
    from: { type: "number", description: "Milliseconds since 1970 on the sandbox's clock." },
    responses: {
      type: "array",
      items: PREVIEWED_RESPONSE,
      description: "Before any fault; those to the other operations are as before.",
    },
  },
};

/** A job, with its timeline and previews. */
const TRACED_JOB: JsonObject = {
  type: "object",
  required: ["timeline", "facts"],
  additionalProperties: false,
  properties: {
    timeline: JOB_TIMELINE,
    facts: FACTS,
    previews: {
      type: "array",
      items: RECORDED_PREVIEW,
      description: "Oldest first; undefined if there are too many jobs, or too many rows.",
    },
  },
};

/** The jobs and exchanges of a sandbox. */
const TRACED_SANDBOX: JsonObject = {
  type: "object",
  required: ["sandbox", "jobs", "exchanges", "faults"],
  additionalProperties: false,
  properties: {
    sandbox: SANDBOX_REPORT,
    words: { ...SERVICE_WORDS, description: "Undefined in old traces." },
    jobs: { type: "array", items: TRACED_JOB, description: "In order of submission." },
    exchanges: { type: "array", items: EXCHANGE, description: "Oldest first." },
    faults: { type: "array", items: FAULT_REPORT },
    deliveries: {
      type: "array",
      items: DELIVERY_REPORT,
      description: "In the order of their first attempts; undefined if there are none.",
    },
  },
};

/** The jobs and exchanges of every sandbox that was used, for the viewer. */
const RUN_TRACE: JsonObject = {
  type: "object",
  required: ["format", "version", "sandboxes"],
  additionalProperties: false,
  properties: {
    format: { const: 1, description: "Version of the trace's format." },
    version: { type: "string", description: "Version of batch-sim." },
    run: {
      ...RAN_COMMAND,
      description: "The command that was run; undefined if the simulator didn't start it.",
    },
    sandboxes: { type: "array", items: TRACED_SANDBOX },
  },
};

/** Who set the value of an assumption that is in effect. */
const ASSUMPTION_SETTER: JsonObject = { enum: ["default", "overlay", "scenario"] };

/** A question that the interface document leaves open, and what the sandbox does there. */
const ASSUMPTION_REPORT: JsonObject = {
  type: "object",
  required: ["id", "question", "value", "default", "setBy", "isDeviation", "reliedOnBy"],
  additionalProperties: false,
  properties: {
    id: { type: "string", description: "ID of the assumption, as in scenarios." },
    question: {
      type: "string",
      description: "The question that the interface document leaves open.",
    },
    value: { description: "The answer in effect." },
    default: {
      description: "The answer that applies unless a scenario or an overlay sets another.",
    },
    setBy: { ...ASSUMPTION_SETTER, description: "The source of the value." },
    isDeviation: {
      type: "boolean",
      description: "Whether the value contradicts the interface document.",
    },
    reliedOnBy: {
      type: "array",
      items: { type: "string" },
      description:
        "Operations through which clients saw the value; empty if no client relied on it.",
    },
  },
};

/** A built-in scenario. */
const SCENARIO_SUMMARY: JsonObject = {
  type: "object",
  required: ["name", "description", "goodClient"],
  additionalProperties: false,
  properties: {
    name: { type: "string" },
    description: { type: "string", description: "What happens, in one line; may be empty." },
    goodClient: {
      type: "string",
      description: "What a good client does about it, in one line; may be empty.",
    },
  },
};

/** The responses that clients would get about a job at an instant, as far as is known now. */
const JOB_PREVIEW: JsonObject = {
  type: "object",
  required: ["at", "now", "responses"],
  additionalProperties: false,
  properties: {
    at: { type: "number", description: "The instant of the preview. In milliseconds since 1970." },
    now: { type: "number", description: "The clock's instant. In milliseconds since 1970." },
    job: {
      ...JOB_REPORT,
      description: "The job at that instant; undefined before its submission.",
    },
    responses: {
      type: "array",
      items: PREVIEWED_RESPONSE,
      description: "The service's responses about the job, before any fault.",
    },
  },
};

/** A placed file, and its URL. */
const FILE_REPORT: JsonObject = {
  type: "object",
  required: ["name", "url", "byteLength", "expiresAt"],
  additionalProperties: false,
  properties: {
    name: { type: "string", description: "Name of the file in its sandbox." },
    url: { type: "string", description: "Serves GET only, and 403 from `expiresAt` on." },
    byteLength: { type: "integer", description: "Length in bytes." },
    expiresAt: {
      type: "number",
      description: "When its URL expires, in milliseconds since 1970 on the sandbox's clock.",
    },
  },
};

/** An exchange without its headers and bodies. */
const EXCHANGE_SUMMARY: JsonObject = {
  type: "object",
  required: [
    "id",
    "at",
    "wallAt",
    "method",
    "url",
    "end",
    "durationMs",
    "status",
    "requestBytes",
    "responseBytes",
    "problems",
  ],
  additionalProperties: false,
  properties: {
    id: { type: "integer", description: "Number of the exchange in its sandbox." },
    at: { type: "number", description: "On the sandbox's clock. In milliseconds since 1970." },
    wallAt: { type: "number", description: "On the wall clock, milliseconds since 1970." },
    method: { type: "string", description: "HTTP method." },
    url: { type: "string", description: "Path and query, without secrets." },
    operationId: {
      type: "string",
      description: "Undefined if no operation matches the request's method and path.",
    },
    nearest: {
      type: "string",
      description:
        "For a request without an operation: the most similar one, such as `GET /jobs/{job_id}`.",
    },
    jobId: { type: "string", description: "The job that the exchange is about." },
    jobState: {
      ...JOB_STATE,
      description: "The job's state: as reported to the client, or its actual one.",
    },
    format: { type: "string", description: "The results format that the request asks for." },
    edges: {
      type: "array",
      items: { type: "string" },
      description:
        "The edge cases in the results by row; only if there are any. The response doesn't tell.",
    },
    fault: { type: "string", description: "Name of the fault rule that shaped the response." },
    simError: { type: "string", description: "Code of an error in the simulator itself." },
    end: { ...EXCHANGE_END, description: "How the response ended." },
    durationMs: {
      type: "number",
      description: "Wall-clock time from the request to the end of the response.",
    },
    status: { type: "integer", description: "Status of the response; 0 if there was none." },
    requestBytes: { type: "integer", description: "Length of the request's body." },
    responseBytes: { type: "integer", description: "Length of the response's body." },
    problems: { type: "integer", description: "How many things were wrong with the request." },
    retryAfterMs: {
      type: "number",
      description: "How long the response's Retry-After asks the client to wait.",
    },
  },
};

/** The response to the question whether a process is alive or ready. */
export const PROBE_STATUS: JsonObject = {
  type: "object",
  required: ["status"],
  additionalProperties: false,
  properties: {
    role: {
      enum: ["single", "leader", "follower"],
      description: "`single` if the process shares its state with no other.",
    },
    leader: {
      type: "string",
      description:
        "Where replicas reach the leader, as `host:port`; undefined if there is none, or if it is unknown.",
    },
    term: {
      type: "integer",
      description: "Number of the leader's term: each leader's is greater than its predecessor's.",
    },
    status: { enum: ["ok", "failing"] },
    problem: { type: "string", description: "Why the process can't respond to requests." },
  },
};

/** A place in a file and the problem there. */
const ISSUE: JsonObject = {
  type: "object",
  required: ["message"],
  additionalProperties: false,
  properties: {
    file: { type: "string", description: "The file, if the value is from a file." },
    line: { type: "integer", description: "Line in the file, from 1." },
    column: { type: "integer", description: "Column in the line, from 1." },
    path: { type: "string", description: "Path to the value, such as `faults[0].on`." },
    message: { type: "string", description: "The problem, as a sentence." },
  },
};

/** An error of the control API, for the author of the test (RFC 9457). */
export const PROBLEM_DETAILS: JsonObject = {
  type: "object",
  required: ["type", "title", "status", "detail", "code"],
  additionalProperties: false,
  properties: {
    type: { const: "about:blank" },
    title: { type: "string" },
    status: { type: "integer" },
    detail: { type: "string", description: "Says what is wrong and what to do about it." },
    code: { type: "string", description: "`SIM_…`." },
    issues: {
      type: "array",
      items: ISSUE,
      description: "Each problem, with its location if it has one.",
    },
  },
};

/** The JSON Schema of each verb's response; undefined for verbs without one. */
export const RESPONSE_SCHEMAS: { readonly [verb: string]: JsonObject | undefined } = {
  addFaults: { type: "array", items: FAULT_REPORT },
  addWebhook: WEBHOOK_REPORT,
  advanceClock: ADVANCE,
  advanceUntil: ADVANCE,
  cancelJob: JOB_REPORT,
  checkScenario: { type: "array", items: SCENARIO_REMARK },
  countExchanges: {
    type: "object",
    required: ["count"],
    additionalProperties: false,
    properties: { count: { type: "integer" } },
  },
  createSandbox: MADE_SANDBOX,
  failJob: JOB_REPORT,
  findExchanges: { type: "array", items: EXCHANGE },
  findFindings: { type: "array", items: FINDING_SCHEMA },
  forceJob: JOB_REPORT,
  getAccess: SANDBOX_ACCESS,
  getHealth: HEALTH,
  getJob: JOB_DETAIL,
  getReport: REPORT_SCHEMA,
  getSandbox: SANDBOX_REPORT,
  getScenario: SCENARIO,
  getSnapshot: SNAPSHOT,
  getTrace: RUN_TRACE,
  listAssumptions: { type: "array", items: ASSUMPTION_REPORT },
  listDeliveries: { type: "array", items: DELIVERY_REPORT },
  listFaults: { type: "array", items: FAULT_REPORT },
  listJobs: { type: "array", items: JOB_REPORT },
  listSandboxes: { type: "array", items: SANDBOX_REPORT },
  listScenarios: { type: "array", items: SCENARIO_SUMMARY },
  listTimelines: { type: "array", items: JOB_TIMELINE },
  previewJob: JOB_PREVIEW,
  putFile: FILE_REPORT,
  putScenario: SCENARIO,
  readClock: CLOCK_READING,
  summarizeExchanges: { type: "array", items: EXCHANGE_SUMMARY },
  unusedFaults: { type: "array", items: FAULT_REPORT },
  waitForDelivery: DELIVERY_REPORT,
  waitForExchange: EXCHANGE,
};
