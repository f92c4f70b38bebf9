import type { VerbName } from "./verb.ts";

/** How a verb is asked for over HTTP. */
export type ControlRoute = {
  readonly method: "GET" | "POST" | "PUT" | "DELETE";
  /** Below `CONTROL_PATH`; `{name}` is the argument of that name. */
  readonly path: string;
  /** Arguments that stand in the query, and what their text is read as. */
  readonly query?: Readonly<Record<string, "text" | "number" | "boolean">>;
  /** What the body is: all other arguments as a JSON object, or the bytes or the text of a single one. */
  readonly body?: "json" | { readonly bytesOf: string } | { readonly textOf: string };
  /** Whether it is about the server, not about a sandbox: it asks for no key. */
  readonly isOfServer?: true;
  /** Whether it is answered without the control token. */
  readonly isPublic?: true;
  /** One line. */
  readonly summary: string;
};

/** Where the control API begins, at the origin of the service's address. */
export const CONTROL_PATH = "/_sim";

/** Header of the control token. */
export const TOKEN_HEADER = "x-sim-control-token";

/** How the key of the sandbox that is meant can always be sent, whatever form the service's document gives it. */
export const CONTROL_KEY = { header: "authorization", scheme: "Key" } as const;

const JOURNAL_QUERY = {
  operation: "text",
  jobId: "text",
  jobState: "text",
  method: "text",
  url: "text",
  status: "number",
  fault: "text",
  faulted: "boolean",
  problems: "boolean",
  unmatched: "boolean",
  after: "number",
  keyless: "boolean",
} as const;

/** The control API: the server routes by this table, and the client makes its URLs of it. */
export const CONTROL_ROUTES: Readonly<Record<VerbName, ControlRoute>> = {
  readClock: { method: "GET", path: "/clock", summary: "Read the clock" },
  advanceClock: {
    method: "POST",
    path: "/clock/advance",
    body: "json",
    summary: "Move the clock forward; answers what happened, in order",
  },
  advanceUntil: {
    method: "POST",
    path: "/clock/advance-until",
    body: "json",
    summary: "Move the clock until all is idle, or a job is in a state",
  },
  listJobs: { method: "GET", path: "/jobs", summary: "List the jobs, oldest first" },
  getJob: { method: "GET", path: "/jobs/{jobId}", summary: "A job's facts and timeline" },
  forceJob: {
    method: "POST",
    path: "/jobs/{jobId}/force",
    body: "json",
    summary: "Put a job into a state",
  },
  failJob: { method: "POST", path: "/jobs/{jobId}/fail", body: "json", summary: "Fail a job now" },
  listFaults: { method: "GET", path: "/faults", summary: "The fault rules, with their hits" },
  unusedFaults: {
    method: "GET",
    path: "/faults/unused",
    summary: "The fault rules that never fired",
  },
  addFaults: {
    method: "POST",
    path: "/faults",
    body: "json",
    summary: "Put fault rules before those that are there",
  },
  removeFault: { method: "DELETE", path: "/faults/{name}", summary: "Remove a fault rule" },
  getScenario: { method: "GET", path: "/scenario", summary: "The scenario in force" },
  putScenario: {
    method: "PUT",
    path: "/scenario",
    body: { textOf: "scenario" },
    summary: "Put a scenario into force, for jobs and calls to come",
  },
  listScenarios: {
    method: "GET",
    path: "/scenarios",
    isOfServer: true,
    summary: "The built-in scenarios",
  },
  findExchanges: {
    method: "GET",
    path: "/journal",
    query: JOURNAL_QUERY,
    summary: "The exchanges that meet a filter, oldest first",
  },
  countExchanges: {
    method: "GET",
    path: "/journal/count",
    query: JOURNAL_QUERY,
    summary: "How many exchanges meet a filter",
  },
  waitForExchange: {
    method: "POST",
    path: "/journal/wait",
    body: "json",
    summary: "Wait until an exchange meets a filter",
  },
  clearJournal: { method: "DELETE", path: "/journal", summary: "Forget all exchanges" },
  listAssumptions: {
    method: "GET",
    path: "/assumptions",
    summary: "The assumptions in force, and who relied on them",
  },
  putFile: {
    method: "PUT",
    path: "/files/{name}",
    query: { expiresIn: "text" },
    body: { bytesOf: "bytes" },
    summary: "Place a file; answers a URL like a pre-signed one",
  },
  getSnapshot: { method: "GET", path: "/snapshot", summary: "The whole state of the sandbox" },
  reset: { method: "POST", path: "/reset", summary: "Start the sandbox anew" },
  createSandbox: {
    method: "POST",
    path: "/sandboxes",
    body: "json",
    isOfServer: true,
    summary: "Make a sandbox with a key of its own",
  },
  listSandboxes: {
    method: "GET",
    path: "/sandboxes",
    isOfServer: true,
    summary: "All sandboxes of the server",
  },
  getSandbox: { method: "GET", path: "/sandbox", summary: "The sandbox of the key" },
  deleteSandbox: { method: "DELETE", path: "/sandbox", summary: "Delete the sandbox of the key" },
  getReport: {
    method: "GET",
    path: "/report",
    query: { strict: "boolean" },
    isOfServer: true,
    summary: "What the clients of all keys did wrong, and what they used",
  },
  findFindings: {
    method: "GET",
    path: "/findings",
    query: { strict: "boolean" },
    summary: "What the clients of the key did wrong, worst first",
  },
  expectFinding: {
    method: "POST",
    path: "/findings/expected",
    body: "json",
    summary: "Say that a finding is provoked on purpose",
  },
  expectClientError: {
    method: "POST",
    path: "/findings/client-error",
    body: "json",
    summary: "Say that the client reported an error, of what happened up to now",
  },
  getHealth: {
    method: "GET",
    path: "/health",
    isOfServer: true,
    isPublic: true,
    summary: "Whether the server answers",
  },
};
