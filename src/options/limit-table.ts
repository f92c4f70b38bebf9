import { countForm, DURATION, integer, size } from "./forms.ts";
import { rowsOf, SERVERS } from "./option-row.ts";

const MIB = 1024 ** 2;

/** Minimum limit: room for the sandboxes that are never dropped, and for one with a small job. */
const MIN_SANDBOX_BYTES: number = 100 * 1024;

/** A simulator's limits, in the order of the documentation. */
export const LIMIT_TABLE = rowsOf(SERVERS, {
  maxBodyBytes: {
    form: size(1),
    flag: "max-body",
    shapesResponses: true,
    fallback: 256 * MIB,
  },
  maxDownloadBytes: {
    form: size(1),
    flag: "max-download",
    shapesResponses: true,
    fallback: 1024 * MIB,
  },
  maxRows: {
    form: countForm(1_000_000_000),
    shapesResponses: true,
    fallback: 10_000_000,
  },
  maxDecodedBytes: {
    form: size(1),
    flag: "max-decoded",
    shapesResponses: true,
    fallback: 4 * 1024 * MIB,
  },
  fetchTimeoutMs: {
    form: integer("an integer number of milliseconds from 1 to 2147483647", 1, 2_147_483_647),
    commands: [],
    fallback: 30_000,
  },
  requestTimeoutMs: {
    form: DURATION,
    shapesResponses: true,
    fallback: 60_000,
  },
  drainMs: { form: DURATION, fallback: 0 },
  maxSandboxes: { form: countForm(1_000_000), fallback: 1000 },
  maxSandboxBytes: { form: size(MIN_SANDBOX_BYTES), fallback: 1024 * MIB },
  maxSandboxDiskBytes: {
    form: size(1),
    flag: "max-sandbox-disk",
    fallback: 16 * 1024 * MIB,
  },
  maxSchemaSteps: {
    form: countForm(1_000_000_000_000),
    shapesResponses: true,
    fallback: 1_200_000,
  },
  maxJournalExchanges: { form: countForm(10_000_000), fallback: 10_000 },
  maxJournalBytes: { form: size(1), fallback: 64 * MIB },
});
