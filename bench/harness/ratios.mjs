// The committed CPU times of figures as multiples of their floors' CPU times, which hardly depend on the machine or its load.
import { readFile, writeFile } from "node:fs/promises";

const FILE = new URL("../ratios.json", import.meta.url);
const MOST_TIMES = 1.5;

/** Whether no figure exceeds its committed ratio; prints those that do, and those that have none. */
export async function checkRatios(groups) {
  const committed = JSON.parse(await readFile(FILE, "utf8"));
  const problems = [];
  for (const { name, committedRatio: ratio } of comparedIn(groups)) {
    const most = committed[name] * MOST_TIMES;
    if (committed[name] === undefined) problems.push(`${name} has no committed ratio.`);
    else if (ratio > most)
      problems.push(`${name} takes ${ratio.toFixed(2)}×, more than ${most.toFixed(2)}×.`);
  }
  for (const problem of problems) console.error(problem);
  if (problems.length > 0)
    console.error("After a deliberate change, run `npm run bench -- --save`.");
  return problems.length === 0;
}

/** Commits the ratios of these groups, and keeps those of others. */
export async function saveRatios(groups) {
  const ratios = JSON.parse(await readFile(FILE, "utf8"));
  for (const { name, committedRatio } of comparedIn(groups))
    ratios[name] = Number(committedRatio.toFixed(2));
  await writeFile(FILE, `${JSON.stringify(ratios, null, 2)}\n`);
}

/** The figures with a target; others only show how fast another program is. */
function comparedIn(groups) {
  return Object.values(groups)
    .flat()
    .filter(({ cpuRatio, target }) => cpuRatio !== undefined && target !== undefined);
}
