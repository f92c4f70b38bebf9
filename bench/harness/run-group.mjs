// Measures the figures of a group in alternating rounds, so that other load on the machine affects all of them.
import { median } from "../support.mjs";

/**
 * A group is `{ rounds, isWarm?, figures }`, and a figure
 * `{ name, unit, floor?, ratioFloor?, target?, isPeer?, open: async ({ scale }) => ({ measure, close }) }`:
 * - `measure` resolves with `{ units, wallMs, cpuMs, note?, growthMb?, pollsMs?, queries?, share? }`: the work that it did, what that
 *   took, and sometimes how much memory, the 99th percentile of polls meanwhile, the queries of a unit, and a share from 0 to 1. `cpuMs` is not a number for
 *   programs whose CPU time is unknown.
 * - `floor` is the name of the figure in the group that this one is compared with.
 * - `ratioFloor` is the figure that the committed ratio refers to, if not `floor`.
 * - `target` has `speed`, the least speed as a share of the floor's; `time` or `cpu`, the most time or CPU time as a multiple of
 *   the floor's; `ms`, the most milliseconds for a unit; `share`, the least share; or `growthMb`, `pollsMs`, and `queries`, the most
 *   megabytes, milliseconds, and queries.
 * - `isWarm` omits the first round, which warms up.
 * - `isPeer` marks another program with the same purpose; short runs leave it out.
 * - `scale` is 1, or less for a short run.
 * @returns the results of the figures, in order.
 */
export async function runGroup({ figures, rounds, isWarm = false }, { scale = 1 } = {}) {
  const opened = [];
  try {
    for (const figure of figures.filter(({ isPeer }) => !isPeer || scale === 1))
      opened.push({ figure, samples: [], ...(await figure.open({ scale })) });
    for (let round = isWarm ? 1 : 0; round <= rounds; round++) {
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
  const { name, unit, floor, ratioFloor = floor, target } = figure;
  const { note, growthMb, pollsMs, queries, share } = samples.at(-1);
  const own = {
    ...{ name, unit, target, note, growthMb, pollsMs, queries, share },
    wallMs: median(samples.map(wallOf)),
    cpuMs: leastCpu(samples),
  };
  if (floor === undefined) return { ...own, isMet: isMet(target, own) };
  const other = findFigure(all, floor);
  // A round's two samples were taken under about the same load.
  const time = median(
    samples.map((sample, round) => wallOf(sample) / wallOf(other.samples[round])),
  );
  const cpuRatio = ratioOf(own.cpuMs, leastCpu(other.samples));
  const committedRatio = ratioOf(own.cpuMs, leastCpu(findFigure(all, ratioFloor).samples));
  return {
    ...own,
    floor,
    time,
    cpuRatio,
    committedRatio,
    isMet: isMet(target, { ...own, time, cpuRatio }),
  };
}

function findFigure(all, name) {
  const found = all.find((each) => each.figure.name === name);
  if (found === undefined) throw new RangeError(`Expected a figure \`${name}\` in the group.`);
  return found;
}

/** Undefined if one of the times is unknown. */
function ratioOf(one, other) {
  const ratio = one / other;
  return Number.isNaN(ratio) ? undefined : ratio;
}

function isMet(target = {}, { time, cpuRatio, wallMs, growthMb, pollsMs, queries, share }) {
  const { speed = 0, time: mostTime, cpu, ms, growthMb: mostMb, pollsMs: mostPollsMs } = target;
  const limits = [
    [speed * time, 1],
    [time, mostTime],
    [cpuRatio, cpu],
    [wallMs, ms],
    [growthMb, mostMb],
    [pollsMs, mostPollsMs],
    [queries, target.queries],
    [target.share, share],
  ];
  // A comparison with undefined is false.
  return !limits.some(([value, most]) => value > most);
}

function wallOf({ wallMs, units }) {
  return wallMs / units;
}

/** CPU time per unit in the best round: other load can only increase it. */
function leastCpu(samples) {
  return Math.min(...samples.map(({ cpuMs, units }) => cpuMs / units));
}
