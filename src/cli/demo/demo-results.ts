import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type DemoClient, RefusedError } from "./demo-client.ts";
import { patiently } from "./demo-patience.ts";
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
