import { readdir, readFile } from "node:fs/promises";

/** Milliseconds of CPU time that a process and its children have used; NaN on systems without /proc. */
export async function cpuMsOf(pid) {
  const all = await readdir("/proc").catch(() => []);
  if (!all.includes(String(pid))) return Number.NaN;
  const children = [];
  for (const id of all.filter((name) => /^\d+$/.test(name)))
    if ((await parentOf(id)) === pid) children.push(Number(id));
  const theirs = await Promise.all(children.map(cpuMsOf));
  return sum([await ownMsOf(pid), ...theirs]);
}

async function ownMsOf(pid) {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => []);
  const times = await Promise.all(threads.map((id) => read(`${folder}/${id}/schedstat`)));
  // The first number is in nanoseconds.
  return sum(times.map((text) => Number(text.split(" ")[0]))) / 1e6;
}

async function parentOf(pid) {
  const stat = await read(`/proc/${pid}/stat`);
  return Number(stat.slice(stat.lastIndexOf(")")).split(" ")[2]);
}

/** A process or thread may have ended since it was listed. */
function read(file) {
  return readFile(file, "utf8").catch(() => "0");
}

function sum(numbers) {
  return numbers.reduce((total, number) => total + number, 0);
}
