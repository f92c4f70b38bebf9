import type { Sandbox } from "../../state/sandbox.ts";
import type { Dataset } from "../../state/store.ts";
import type { Scope } from "../host.ts";
import type { DatasetSnapshot, Snapshot } from "../reports.ts";
import { clockReading } from "./clock.ts";

/** The whole state of a sandbox as plain data; bytes of inputs and files are told by their size. */
export function getSnapshot({ sandbox }: Scope): Snapshot {
  return { ...identityOf(sandbox), ...contentOf(sandbox) };
}

function identityOf(sandbox: Sandbox) {
  const { name, seed, scenario } = sandbox;
  return { name, seed, clock: clockReading(sandbox), scenario };
}

function contentOf(sandbox: Sandbox) {
  const { store, journal, files, faultHits, calls, rate } = sandbox;
  return {
    jobs: store.jobs().map(({ jobId, facts }) => ({ jobId, facts })),
    submissions: Object.fromEntries(store.submissions),
    datasets: store.datasets().map(datasetOf),
    faultHits: Object.fromEntries(faultHits),
    calls: Object.fromEntries(calls),
    rate: rate.level ?? null,
    files: files.all().map(({ name, bytes, expiresAt }) => {
      return { name, byteLength: bytes.byteLength, expiresAt };
    }),
    journal: journal.exchanges(),
  };
}

function datasetOf({ datasetId, addedAt, updatedAt, files }: Dataset): DatasetSnapshot {
  const described = files.map(({ fileName, bytes, numRows }) => {
    return { fileName, byteLength: bytes.byteLength, numRows };
  });
  return { datasetId, addedAt, updatedAt, files: described };
}
