// Loaded into each measured process: reports to its parent the CPU time used, including worker threads, and the peak size
// since the last question.
const { isMainThread } = require("node:worker_threads");

const SAMPLE_MS = 20;

if (isMainThread && process.send !== undefined) {
  let peakBytes = 0;
  const sample = () => {
    peakBytes = Math.max(peakBytes, process.memoryUsage.rss());
  };
  setInterval(sample, SAMPLE_MS).unref();
  process.on("message", (message) => {
    if (message !== "usage") return;
    sample();
    const { user, system } = process.cpuUsage();
    process.send({ cpuMs: (user + system) / 1000, peakBytes });
    peakBytes = 0;
  });
  process.channel.unref();
}
