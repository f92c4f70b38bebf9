// Preloaded into a simulator: its wall clock is behind the machine's, and SIGUSR2 sets it back by another 10 seconds.
const real = Date.now;
let behindMs = Number(process.env.BATCH_SIM_TEST_BEHIND_MS ?? 0);
Date.now = () => real() - behindMs;
process.on("SIGUSR2", () => {
  behindMs += 10_000;
});
