// Runs all benchmarks in turn; each prints its figures as ratios or next to its target. Build
// first.
for (const bench of ["startup", "status-polls", "million-rows", "escapes", "generate"])
  await import(`./${bench}.mjs`);
