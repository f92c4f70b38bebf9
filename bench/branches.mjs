// Prints the branches that rows of the realistic schemas don't reach: node bench/branches.mjs [KIND] [ROWS], with a kind of values.
// Build first.
import { choicesOf, SETS, shareOf, startWithValues } from "./harness/branches.mjs";

const [, , values = "plausible", rows = "100"] = process.argv;
const server = await startWithValues(values);
for (const [set, inputs] of Object.entries(SETS)) {
  const results = await choicesOf(server, { inputs, rows: Number(rows) });
  for (const figure of ["alternatives", "alternatives in time", "pairs in time"]) {
    const { total, missing } = await shareOf(results, figure);
    console.log(`${set}, ${figure}: ${total - missing.length} of ${total}`);
    for (const each of missing.slice(0, 100)) console.log(`  ${each}`);
  }
}
await server.stop();
