/** Every `SIM_…` code, in the order of the page: what went wrong, and what to do about it. */
export const SIMULATOR_ERROR_TEXTS = {
  SIM_OPTION: {
    meaning: "An option is invalid, or the `output` function failed.",
    remedy: "Correct the option that the message names, or fix the function.",
  },
  SIM_SCENARIO: {
    meaning: "A scenario can't be found or is invalid.",
    remedy: "Correct the scenario. Each of the error's `issues` has a location.",
  },
  SIM_OVERLAY: {
    meaning: "An overlay can't be found or applied, or the resulting spec is invalid.",
    remedy: "Correct the overlay. Each of the error's `issues` has a location.",
  },
  SIM_PORT: {
    meaning: "The simulator can't listen on the port or address.",
    remedy: "Choose another port or address. Port 0 selects a free port.",
  },
  SIM_TLS: {
    meaning: "The TLS certificate or its key can't be used.",
    remedy: "Provide the certificate and the key in PEM format.",
  },
  SIM_ARGUMENT: {
    meaning: "An argument of a control verb, or a control request's body, is invalid.",
    remedy: "Correct the value that the message names.",
  },
  SIM_BODY_SIZE: {
    meaning: "A control request's body is too large. A JSON or YAML body may be at most 256 KiB.",
    remedy: "Send a smaller body. For other types of bodies, you can raise `maxBodyBytes`.",
  },
  SIM_SCHEMA_LIMIT: {
    meaning: "A JSON Schema or a pattern is too large, or takes too many steps or too much memory.",
    remedy: "Simplify the schema or the pattern, shorten the request, or raise `maxSchemaSteps`.",
  },
  SIM_MEMORY: {
    meaning:
      "The maximum number of sandboxes is in use, or the sandboxes use up the memory or disk space available to them.",
    remedy:
      "Reset or delete sandboxes, or raise the limit that the message names: `maxSandboxes`, `maxSandboxBytes`, `maxSandboxDiskBytes`, or the size of Node's heap.",
  },
  SIM_BUSY: {
    meaning:
      "Too many of this key's requests are waiting for a worker thread, or the request bodies being read take up too much memory in total.",
    remedy: "Send fewer requests at once, and retry this request.",
  },
  SIM_HOST: {
    meaning:
      "The request names a host that batch-sim does not serve. The request may come from a web page.",
    remedy: "Use `localhost`, or allow the host with `--allow-host`.",
  },
  SIM_CROSS_SITE: {
    meaning: "A web page from another origin sent a control request.",
    remedy: "Send control requests from programs, not from web pages.",
  },
  SIM_REQUEST_TIMEOUT: {
    meaning: "A request's body stopped arriving.",
    remedy: "Send the body without long pauses, or raise `--request-timeout`.",
  },
  SIM_DISK: {
    meaning: "A temporary file can't be written or read.",
    remedy: "Free up disk space, or set `TMPDIR` to a writable folder.",
  },
  SIM_STORE: {
    meaning: "The store can't be opened, read, or written to.",
    remedy: "Do what the message says. Pending changes are written once the store is available.",
  },
  SIM_CONTROL_KEY: {
    meaning: "A control request has no valid API key and names no sandbox.",
    remedy: "Send the key that your client uses.",
  },
  SIM_CONTROL_TOKEN: {
    meaning: "The control token is missing or wrong.",
    remedy: "Send the token in the `X-Sim-Control-Token` header.",
  },
  SIM_CONTROL_ROUTE: {
    meaning: "No control route has this path.",
    remedy: "Correct the path. [Control verbs](control-verbs.md) lists the routes.",
  },
  SIM_CONTROL_METHOD: {
    meaning: "The control route exists, but not with this method.",
    remedy: "Use a method listed in `Allow`.",
  },
  SIM_UNREACHABLE: {
    meaning: "`connect` found no control API at the URL.",
    remedy: "Check that the URL is correct, the simulator is running, and its control API is on.",
  },
  SIM_UNKNOWN_JOB: {
    meaning: "The sandbox has no job with this ID.",
    remedy: "Use the key with which the job was created.",
  },
  SIM_UNKNOWN_FAULT: {
    meaning: "No fault rule has this name.",
    remedy: "Call `faults.list()` to list the names.",
  },
  SIM_UNKNOWN_SANDBOX: {
    meaning: "The sandbox was deleted, dropped, or never created, or the key is not accepted.",
    remedy: "Check the name or key, create a new sandbox, or raise `maxSandboxes`.",
  },
  SIM_SANDBOX_NAME: {
    meaning: "A sandbox with this name already exists.",
    remedy: "Choose another name, or set `replace: true` to replace the sandbox.",
  },
  SIM_SANDBOX_KEPT: {
    meaning: "The simulator was started with this key, so its sandbox can't be deleted.",
    remedy: "Reset the sandbox instead.",
  },
  SIM_NOT_REACHED: {
    meaning: "`advanceUntil` did not reach its goal.",
    remedy: "Check that the job can reach the state in this scenario, or raise `within`.",
  },
  SIM_NO_REQUESTS: {
    meaning: "`expectNoFindings` had nothing to check, because no request arrived.",
    remedy: "Check the client's base URL and key, or pass `allowNoRequests: true`.",
  },
  SIM_TIMEOUT: {
    meaning: "`journal.wait` or `waitForDelivery` reached its timeout.",
    remedy: "Check the journal or the deliveries, or raise `timeout`.",
  },
  SIM_BUG: {
    meaning: "batch-sim has a bug.",
    remedy: "Report the bug, and include the message.",
  },
};
