import { countForm, DURATION, integer, size } from "./forms.ts";
import { type DefaultedRow, SERVERS } from "./option-row.ts";

/** Options that limit sizes, numbers, and wall-clock times. */
type LimitOption =
  | "maxBodyBytes"
  | "maxDownloadBytes"
  | "maxRows"
  | "maxDecodedBytes"
  | "fetchTimeoutMs"
  | "requestTimeoutMs"
  | "drainMs"
  | "maxSandboxes"
  | "maxSandboxBytes"
  | "maxSandboxDiskBytes"
  | "maxSchemaSteps"
  | "maxJournalExchanges"
  | "maxJournalBytes";

const MIB = 1024 ** 2;

/** Room for the sandboxes that are never dropped, and for one with a small job. */
const MIN_SANDBOX_BYTES: number = 100 * 1024;

/** The limits of a simulator, in the order of the documentation. */
export const LIMIT_TABLE: { readonly [Name in LimitOption]: DefaultedRow<number> } = {
  maxBodyBytes: {
    form: size(1),
    about: "maximum request body size",
    flag: "max-body",
    placeholder: "SIZE",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 256 * MIB,
  },
  maxDownloadBytes: {
    form: size(1),
    about: "maximum size of a file that is fetched from an input URL",
    flag: "max-download",
    placeholder: "SIZE",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 1024 * MIB,
  },
  maxRows: {
    form: countForm(1_000_000_000),
    about: "maximum number of a job's inputs",
    flag: "max-rows",
    placeholder: "N",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 10_000_000,
  },
  maxDecodedBytes: {
    form: size(1),
    about: "maximum total size of a job's inputs, once they are decoded; large ones are on disk",
    flag: "max-decoded",
    placeholder: "SIZE",
    commands: SERVERS,
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
    placeholder: "DURATION",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 60_000,
  },
  drainMs: {
    form: DURATION,
    about: "time that responses in progress have to finish when the simulator stops",
    flag: "drain",
    placeholder: "DURATION",
    commands: SERVERS,
    fallback: 0,
    fallbackText: "5s for start, otherwise 0",
  },
  maxSandboxes: {
    form: countForm(1_000_000),
    about:
      "maximum number of sandboxes, besides those of the server's own keys; beyond it, unused and the least recently used ones are dropped, and while all are in use, no other is made",
    flag: "max-sandboxes",
    placeholder: "N",
    commands: SERVERS,
    fallback: 1000,
  },
  maxSandboxBytes: {
    form: size(MIN_SANDBOX_BYTES),
    about:
      "maximum total size of all sandboxes in memory (approximate); recorded exchanges may fill half of it; beyond it, the least recently used ones are dropped, and then creates are rejected",
    flag: "max-sandbox-bytes",
    placeholder: "SIZE",
    commands: SERVERS,
    fallback: 1024 * MIB,
  },
  maxSandboxDiskBytes: {
    form: size(1),
    about:
      "maximum total size of the inputs that sandboxes have on disk; beyond it, the least recently used ones are dropped, and then creates are rejected",
    flag: "max-sandbox-disk",
    placeholder: "SIZE",
    commands: SERVERS,
    fallback: 16 * 1024 * MIB,
  },
  maxSchemaSteps: {
    form: countForm(1_000_000_000_000),
    about:
      "maximum number of steps to work out a JSON Schema, counted the same on every machine; a million take about a second",
    flag: "max-schema-steps",
    placeholder: "N",
    commands: SERVERS,
    shapesResponses: true,
    fallback: 1_200_000,
  },
  maxJournalExchanges: {
    form: countForm(10_000_000),
    about:
      "maximum number of exchanges in a sandbox's journal; beyond it, the oldest are discarded",
    flag: "max-journal-exchanges",
    placeholder: "N",
    commands: SERVERS,
    fallback: 10_000,
  },
  maxJournalBytes: {
    form: size(1),
    about: "maximum size of a sandbox's journal (approximate)",
    flag: "max-journal-bytes",
    placeholder: "SIZE",
    commands: SERVERS,
    fallback: 64 * MIB,
  },
};
