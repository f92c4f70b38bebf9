import { stat } from "node:fs/promises";
import { formatBytes } from "../../core/format-bytes.ts";
import { formatDuration } from "../../core/time.ts";

/** Wall time between two words on something that takes long. */
const PATIENCE_MS = 5000;

/** A download that is waited for. */
export type Awaited = {
  readonly file: string;
  readonly done: Promise<number>;
  /** Why it takes so long: said once, after the first word. */
  readonly cause: () => Promise<readonly string[]>;
  readonly say: (text: string) => void;
};

/** Resolves with a download; of one that takes long it says every 5 s how much came. */
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
    say("  The clock `poll` waits for nothing: `--clock poll`.");
  };
  const timer = setInterval(() => void tell(), PATIENCE_MS);
  try {
    return await done;
  } finally {
    clearInterval(timer);
  }
}
