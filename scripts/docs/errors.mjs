import { SIMULATOR_ERROR_STATUSES } from "../../src/core/simulator-error-table.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { API_ERROR_TABLE } from "./api-error-table.mjs";
import { heading, table } from "./markdown.mjs";
import { SIMULATOR_ERROR_TEXTS } from "./simulator-error-texts.mjs";

const INTRODUCTION = `
There are two separate kinds of errors:

- **Errors of the simulated service** are for the client under test. Their statuses and bodies come from \`x-errors\` in
  the spec. An [overlay](overlays.md) or an [assumption](assumptions.md) can change them.
- **\`SIM_…\` errors** are for you, the author of the test. In the test's process, such an error is a \`SimulatorError\`
  with a \`code\`, a \`message\`, and a list of \`issues\`. Over HTTP, it is a response of type
  \`application/problem+json\` with the same \`code\`, and with the message as \`detail\`.

If batch-sim itself fails while it handles a client's request, the response has the header \`x-sim-error: SIM_…\` and
usually the status 500, and its body says that the response is not from the service. If batch-sim rejects a request
before it identifies the client, for example because of the requested host, the response also has this header.

## Errors of the service

The table lists the default service's errors. Each [public API](other-apis.md) has its own. The body is
\`{"detail": "…"}\`. With status 422, it also has \`errors\`, a list of \`{"path": "…", "message": "…"}\`. The service
validates a request in three steps. If a step finds problems, the response reports them, and the service skips the
remaining steps.

1. The request is compared with the spec's schemas. If the body has more than 2,000 values, only the first problem is
   listed.
2. Other rules are checked, such as those for the model and \`json_schema\`. If \`json_schema\` has several problems, only
   the first is listed.
3. The dataset, the file at the URL, or the rows in \`inputs\` are read. Only the first problem is listed.

A [fault](faults.md) can send any of these errors. For example, \`{ on: getJob, error: unknown-job }\` sends \`unknown-job\`.
`;

/**
 * The page on errors: every code of the service and of the simulator. Throws if \`x-errors\` has a
 * code without a meaning.
 */
export async function renderErrors() {
  const { "x-errors": errors } = await loadBaseDocument();
  const apiRows = Object.entries(errors).map(([code, { status }]) =>
    row(code, status, API_ERROR_TABLE[code]),
  );
  const simulatorRows = Object.entries(SIMULATOR_ERROR_STATUSES).map(([code, status]) =>
    row(code, status ?? "–", SIMULATOR_ERROR_TEXTS[code]),
  );
  return [
    heading("Errors") + INTRODUCTION,
    table(["code", "status", "meaning", "what to do"], apiRows),
    "## Errors of the simulator\n",
    table(["code", "HTTP status", "meaning", "what to do"], simulatorRows),
  ].join("\n");
}

function row(code, status, { meaning, remedy }) {
  return [`\`${code}\``, String(status), meaning, remedy];
}
