import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { formatDuration } from "../../core/time.ts";
import { formatBytes } from "../../core/visible-text.ts";
import { type DemoClient, RefusedError } from "./demo-client.ts";
import type { DemoResults } from "./demo-report.ts";

const DOWNLOADS = [
  ["json", "results.json", "one object"],
  ["csv", "results.csv.zip", "a ZIP with one CSV"],
  ["parquet", "results.parquet", "zstd inside"],
] as const;

/** Dependencies for downloading results. */
export type Fetching = {
  readonly client: DemoClient;
  readonly jobId: string;
  readonly folder: string;
  /** Explains why a download is slow. */
  readonly cause: () => Promise<readonly string[]>;
  readonly say: (text: string) => void;
};

/** Wall-clock time between two messages about a slow download. */
const PATIENCE_MS = 5000;

/** A download in progress. */
type Awaited = {
  readonly file: string;
  readonly done: Promise<number>;
  /** Explains why it is slow; called once, after the first message. */
  readonly cause: () => Promise<readonly string[]>;
  readonly say: (text: string) => void;
};

/** Downloads a job's results in every format into a folder. */
export async function fetchResults({
  client,
  jobId,
  folder,
  ...waiting
}: Fetching): Promise<DemoResults> {
  const files = [];
  for (const [format, name, about] of DOWNLOADS) {
    const path = join(folder, name);
    const done = client.download(jobId, format, path);
    files.push({
      format,
      path,
      about,
      byteLength: await patiently({ file: path, done, ...waiting }),
    });
  }
  return { files, ...(await readJson(join(folder, DOWNLOADS[0][1]))) };
}

async function readJson(file: string): Promise<Pick<DemoResults, "inputs" | "outputs">> {
  const text = await readFile(file, "utf8");
  try {
    const { inputs, outputs } = JSON.parse(text);
    return { inputs, outputs };
  } catch (cause) {
    throw new RefusedError(`\`${file}\` is not valid JSON: ${String(cause)}.`, { cause });
  }
}

/** Resolves with a download; every 5 s, a slow one reports how much has arrived. */
export async function patiently({ file, done, cause, say }: Awaited): Promise<number> {
  let waitedMs = 0;
  const tell = async (): Promise<void> => {
    waitedMs += PATIENCE_MS;
    const isFirst = waitedMs === PATIENCE_MS;
    const byteLength = await stat(file).then(
      ({ size }) => size,
      () => 0,
    );
    say(`  ${file}: ${formatBytes(byteLength)} after ${formatDuration(waitedMs)}`);
    if (!isFirst) return;
    for (const each of await cause()) say(`  ${each}`);
    say("  `--clock poll` does not wait.");
  };
  const timer = setInterval(() => void tell(), PATIENCE_MS);
  try {
    return await done;
  } finally {
    clearInterval(timer);
  }
}
