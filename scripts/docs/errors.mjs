import { SIMULATOR_ERROR_STATUSES } from "../../src/core/simulator-error-table.ts";
import { loadBaseDocument } from "../../src/simulator/open-document.ts";
import { API_ERROR_TABLE } from "./api-error-table.mjs";
import { heading, table } from "./markdown.mjs";
import { SIMULATOR_ERROR_TEXTS } from "./simulator-error-texts.mjs";

const INTRODUCTION = `
There are two separate kinds of errors:

- **Errors of the simulated service** are for the client under test. Their status and shape come from the spec
  (\`x-errors\`), and an [overlay](overlays.md) or an [assumption](assumptions.md) can change them.
- **\`SIM_…\` errors** are for you, the author of the test. In process, they are \`SimulatorError\`s with a \`code\`, a
  \`message\`, and a list of \`issues\`. Over HTTP, they are \`application/problem+json\` with the same \`code\`, and the
  message as \`detail\`.

If batch-sim itself fails while it handles a client's request, the response has the header \`x-sim-error: SIM_…\`, usually
with status 500, and its body says that it is not from the service. The same header marks the response to a request that
the simulator rejects before the service sees it, such as one for a host that is not served.

## Errors of the service

The table lists the default service's errors; each public API has its own. The body is \`{"detail": "…"}\`. For invalid
requests, it also has \`errors\`, a list of \`{"path": "…", "message": "…"}\`. The service checks a request in three steps,
and lists every problem that the first unsuccessful step finds, with the exceptions below.

1. The request is compared with the spec's schemas. In a body with more than 2,000 values, only the first problem is
   listed.
2. Other rules are checked, such as those for the model and \`json_schema\`. Of several problems in \`json_schema\`, only
   the first is listed.
3. The dataset, the URL, or the rows in \`inputs\` are read, up to the first problem.

A [fault](faults.md) can cause each of these errors: \`{ on: getJob, error: unknown-job }\`.
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
