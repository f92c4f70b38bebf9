/** A gap between two beats fails if it is longer than this in wall time and in the CPU time of the main thread. */
const MOST_MS = 100;

/** The CPU time of `floor` on the machine for which the limit is stated. */
const FLOOR_MS = 16;

/**
 * Whether a gap breaks the rule that no request delays others. On a busy machine, the wall time alone says little. On a machine
 * that is slower than the reference machine, the limit is longer in proportion; the ratio is measured only when needed.
 */
export function isTooLong({ wallMs, cpuMs }) {
  const shorter = Math.min(wallMs, cpuMs);
  return shorter > MOST_MS && shorter > MOST_MS * slowness();
}

/** How many times as long this machine currently takes as the reference machine. */
function slowness() {
  return Math.min(...Array.from({ length: 5 }, floor)) / FLOOR_MS;
}

/** Milliseconds of CPU time that a fixed mix of parsing, writing, and hashing strings takes. */
function floor() {
  const startedAt = process.cpuUsage();
  const rows = Array.from({ length: 20_000 }, (_, id) => ({
    id,
    text: `row ${id}`,
    tags: ["a", "b"],
  }));
  const names = new Map(JSON.parse(JSON.stringify(rows)).map((row) => [row.text, row]));
  if (names.size !== rows.length) throw new Error("The rows aren't equal.");
  const { user, system } = process.cpuUsage(startedAt);
  return (user + system) / 1000;
}

/** A gap that is too long is measured again, up to this many times in total, because garbage collection can add to it. */
export const MOST_RUNS = 3;
