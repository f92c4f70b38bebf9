/** A gap between two beats fails if it is longer than this in wall time and in the CPU time of the main thread. */
const MOST_MS = 100;

/** Whether a gap breaks the rule that no request delays others. On a busy machine, the wall time alone says little. */
export function isTooLong({ wallMs, cpuMs }) {
  return wallMs > MOST_MS && cpuMs > MOST_MS;
}

/** A gap that is too long is measured up to this many times in total: garbage collection can add to one. */
export const MOST_RUNS = 3;
