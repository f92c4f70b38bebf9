import { stat } from "node:fs/promises";
import { formatBytes } from "../../core/format-bytes.ts";
import { formatDuration } from "../../core/time.ts";

/** Wall-clock time between two messages about a slow download. */
const PATIENCE_MS = 5000;

/** A download in progress. */
export type Awaited = {
  readonly file: string;
  readonly done: Promise<number>;
  /** Explains why it is slow; called once, after the first message. */
  readonly cause: () => Promise<readonly string[]>;
  readonly say: (text: string) => void;
};

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
