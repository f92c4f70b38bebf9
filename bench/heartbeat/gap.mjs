/** A gap between two beats fails if it is longer than this in wall time and in the CPU time of the main thread. */
const MOST_MS = 100;

/** The CPU time of `floor` on the machine for which the limit is stated. */
const FLOOR_MS = 16;

/**
 * Whether a gap breaks the rule that no request delays others. On a busy machine, the wall time alone says little; on a slower
 * machine than the limit is stated for, the limit is longer in proportion, measured when it matters.
 */
export function isTooLong({ wallMs, cpuMs }) {
  const shorter = Math.min(wallMs, cpuMs);
  return shorter > MOST_MS && shorter > MOST_MS * slowness();
}

/** How many times as long this machine takes now as the one that the limit is stated for. */
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

/** A gap that is too long is measured up to this many times in total: garbage collection can add to one. */
export const MOST_RUNS = 3;
