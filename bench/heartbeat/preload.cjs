// Loaded into the program under test: beats every 10 ms in its event loop, and reports to the parent process the longest gap
// between two beats, or the size of the live heap. The 10 ms wait itself is not part of a gap.
const { readFileSync } = require("node:fs");
const { setFlagsFromString } = require("node:v8");
const { runInNewContext } = require("node:vm");

const BEAT_MS = 10;

/** CPU time of the main thread; of the whole process on systems without `/proc`. */
function cpuMs() {
  try {
    const [nanoseconds] = readFileSync(`/proc/self/task/${process.pid}/schedstat`, "utf8").split(
      " ",
    );
    return Number(nanoseconds) / 1e6;
  } catch {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  }
}

function collectGarbage() {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
}

let worst = { wallMs: 0, cpuMs: 0 };
let last = { wall: performance.now(), cpu: cpuMs() };

function beat() {
  const now = { wall: performance.now(), cpu: cpuMs() };
  const wallMs = Math.max(0, now.wall - last.wall - BEAT_MS);
  const gap = { wallMs, cpuMs: Math.min(wallMs, now.cpu - last.cpu) };
  if (gap.cpuMs > worst.cpuMs) worst = gap;
  last = now;
}

if (process.send !== undefined) {
  setInterval(beat, BEAT_MS).unref();
  process.on("message", (request) => {
    if (request === "start") {
      beat();
      worst = { wallMs: 0, cpuMs: 0 };
    } else if (request === "stop") {
      beat();
      process.send(worst);
    } else if (request === "heap") {
      // The second collection frees what the first one found to be unused.
      collectGarbage();
      collectGarbage();
      const { heapUsed, external } = process.memoryUsage();
      process.send(heapUsed + external);
    }
  });
  process.channel.unref();
}
