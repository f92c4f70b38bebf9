// Measures the figures of a group in alternating rounds, so that other load on the machine affects all of them.
import { median } from "../support.mjs";

/**
 * A group is `{ name, rounds, figures }`, and a figure
 * `{ name, unit, floor?, target?, isPeer?, open: async ({ scale }) => ({ measure, close }) }`:
 * - `measure` resolves with `{ units, wallMs, cpuMs, note? }`: the work that it did, and what that took.
 * - `floor` is the name of the figure in the group that this one is compared with.
 * - `target` is `{ speed }`, the least speed as a share of the floor's; `{ time }`, the most time as a multiple of the floor's;
 *   or `{ ms }`, the most milliseconds for a unit.
 * - `isPeer` marks another program with the same purpose; short runs leave it out.
 * - `scale` is 1, or less for a short run.
 * @returns the results of the figures, in order.
 */
export async function runGroup({ figures, rounds }, { scale = 1 } = {}) {
  const opened = [];
  try {
    for (const figure of figures.filter(({ isPeer }) => !isPeer || scale === 1))
      opened.push({ figure, samples: [], ...(await figure.open({ scale })) });
    // The first round warms up.
    for (let round = 0; round <= rounds; round++) {
      for (const { samples, measure } of opened) {
        const sample = await measure();
        if (round > 0) samples.push(sample);
      }
    }
  } finally {
    for (const { close } of opened) await close?.();
  }
  return opened.map((each) => resultOf(each, opened));
}

function resultOf({ figure, samples }, all) {
  const { name, unit, floor, target } = figure;
  const wallMs = median(samples.map(wallOf));
  const cpuMs = leastCpu(samples);
  const note = samples.at(-1)?.note;
  const own = { name, unit, wallMs, cpuMs, target, note };
  if (floor === undefined)
    return { ...own, isMet: target?.ms === undefined || wallMs <= target.ms };
  const other = all.find((each) => each.figure.name === floor);
  if (other === undefined) throw new RangeError(`Expected a figure \`${floor}\` in the group.`);
  // Both samples of a round saw about the same load.
  const time = median(
    samples.map((sample, round) => wallOf(sample) / wallOf(other.samples[round])),
  );
  const cpuRatio = cpuMs / leastCpu(other.samples);
  return { ...own, floor, time, cpuRatio, isMet: isMet(target, time, wallMs) };
}

function isMet({ speed, time: most, ms } = {}, time, wallMs) {
  if (speed !== undefined) return 1 / time >= speed;
  if (most !== undefined) return time <= most;
  return ms === undefined || wallMs <= ms;
}

function wallOf({ wallMs, units }) {
  return wallMs / units;
}

/** CPU time of a unit in the best round: other load can only add to it. */
function leastCpu(samples) {
  return Math.min(...samples.map(({ cpuMs, units }) => cpuMs / units));
}
