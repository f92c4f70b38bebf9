import { countForm, DURATION, integer, size } from "./forms.ts";
import { rowsOf, SERVERS } from "./option-row.ts";

const MIB = 1024 ** 2;

/** Room for the sandboxes that are never dropped, and for one with a small job. */
const MIN_SANDBOX_BYTES: number = 100 * 1024;

/** The limits of a simulator, in the order of the documentation. */
export const LIMIT_TABLE = rowsOf(SERVERS, {
  maxBodyBytes: {
    form: size(1),
    about: "maximum request body size",
    flag: "max-body",
    shapesResponses: true,
    fallback: 256 * MIB,
  },
  maxDownloadBytes: {
    form: size(1),
    about: "maximum size of a file that is fetched from an input URL",
    flag: "max-download",
    shapesResponses: true,
    fallback: 1024 * MIB,
  },
  maxRows: {
    form: countForm(1_000_000_000),
    about: "maximum number of a job's inputs",
    shapesResponses: true,
    fallback: 10_000_000,
  },
  maxDecodedBytes: {
    form: size(1),
    about: "maximum total size of a job's inputs, once they are decoded; large ones are on disk",
    flag: "max-decoded",
    shapesResponses: true,
    fallback: 4 * 1024 * MIB,
  },
  fetchTimeoutMs: {
    form: integer("an integer number of milliseconds from 1 to 2147483647", 1, 2_147_483_647),
    about: "maximum duration of fetching an input URL, in wall-clock milliseconds",
    commands: [],
    fallback: 30_000,
  },
  requestTimeoutMs: {
    form: DURATION,
    about: "maximum time without data while a request's body arrives; 0 is unlimited",
    flag: "request-timeout",
    shapesResponses: true,
    fallback: 60_000,
  },
  drainMs: {
    form: DURATION,
    about: "time that responses in progress have to finish when the simulator stops",
    flag: "drain",
    fallback: 0,
    fallbackText: "5s for start, otherwise 0",
  },
  maxSandboxes: {
    form: countForm(1_000_000),
    about:
      "maximum number of sandboxes, besides those of the server's own keys; beyond it, unused and the least recently used ones are dropped, and while all are in use, no other is made",
    fallback: 1000,
  },
  maxSandboxBytes: {
    form: size(MIN_SANDBOX_BYTES),
    about:
      "maximum total size of all sandboxes in memory (approximate); recorded exchanges may fill half of it; beyond it, the least recently used ones are dropped, and then creates are rejected",
    fallback: 1024 * MIB,
  },
  maxSandboxDiskBytes: {
    form: size(1),
    about:
      "maximum total size of the inputs that sandboxes have on disk; beyond it, the least recently used ones are dropped, and then creates are rejected",
    flag: "max-sandbox-disk",
    fallback: 16 * 1024 * MIB,
  },
  maxSchemaSteps: {
    form: countForm(1_000_000_000_000),
    about:
      "maximum number of steps to work out a JSON Schema, counted the same on every machine; a million take about a second",
    shapesResponses: true,
    fallback: 1_200_000,
  },
  maxJournalExchanges: {
    form: countForm(10_000_000),
    about:
      "maximum number of exchanges in a sandbox's journal; beyond it, the oldest are discarded",
    fallback: 10_000,
  },
  maxJournalBytes: {
    form: size(1),
    about: "maximum size of a sandbox's journal (approximate)",
    fallback: 64 * MIB,
  },
});
