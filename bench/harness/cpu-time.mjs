import { readdir, readFile } from "node:fs/promises";

/** Milliseconds of CPU time that the running threads of a process have used; not a number on systems without /proc. */
export async function cpuMsOf(pid) {
  const folder = `/proc/${pid}/task`;
  const threads = await readdir(folder).catch(() => undefined);
  if (threads === undefined) return Number.NaN;
  const times = await Promise.all(threads.map((id) => nanosecondsOf(`${folder}/${id}/schedstat`)));
  return times.reduce((sum, time) => sum + time, 0) / 1e6;
}

/** A thread may have ended since it was listed. */
async function nanosecondsOf(file) {
  const text = await readFile(file, "utf8").catch(() => "0");
  return Number(text.split(" ")[0]);
}
