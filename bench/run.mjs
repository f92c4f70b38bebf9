// All benches, one after the other; each prints its figures as ratios or against its aim. Build first.
for (const bench of ["startup", "status-polls", "million-rows", "generate"])
  await import(`./${bench}.mjs`);
