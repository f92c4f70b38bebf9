// The committed CPU times of figures as multiples of their floors' CPU times, which hardly depend on the machine or its load.
import { readFile, writeFile } from "node:fs/promises";

const FILE = new URL("../ratios.json", import.meta.url);
const MOST_TIMES = 1.5;

/** The figures that exceed their committed ratios or have none: `{ group, name, text }`. */
export async function findExcesses(groups) {
  const committed = JSON.parse(await readFile(FILE, "utf8"));
  return Object.entries(groups).flatMap(([group, figures]) =>
    figures
      .filter(isCompared)
      .map(({ name, committedRatio }) => ({
        ...{ group, name },
        text: excessOf(name, committedRatio, committed[name]),
      }))
      .filter(({ text }) => text !== undefined),
  );
}

function excessOf(name, ratio, committed) {
  if (committed === undefined) return `${name} has no committed ratio.`;
  const most = committed * MOST_TIMES;
  return ratio > most
    ? `${name} takes ${ratio.toFixed(2)}×, more than ${most.toFixed(2)}×.`
    : undefined;
}

/** Commits the ratios of these groups, and keeps those of others. */
export async function saveRatios(groups) {
  const ratios = JSON.parse(await readFile(FILE, "utf8"));
  for (const { name, committedRatio } of Object.values(groups).flat().filter(isCompared))
    ratios[name] = Number(committedRatio.toFixed(2));
  await writeFile(FILE, `${JSON.stringify(ratios, null, 2)}\n`);
}

/** Whether a figure has a target; others only show how fast another program is. */
function isCompared({ cpuRatio, target }) {
  return cpuRatio !== undefined && target !== undefined;
}
