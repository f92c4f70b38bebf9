import { CASES } from "./groups/schema-cases.mjs";
import { rowMaker } from "./harness/row-maker.mjs";
import { realInputs } from "./inputs/inputs.mjs";
const INPUTS = realInputs();
const only = process.argv[2];
const N = Number(process.argv[3] ?? 40000);
for (const { name, schema } of CASES) {
  if (only && !name.startsWith(only)) continue;
  const row = await rowMaker(schema);
  let best = Infinity;
  let next = 0;
  const per = N / 5;
  for (let r = 0; r < 6; r++) {
    const c = process.cpuUsage();
    for (let i = 0; i < per; i++) { row(next, INPUTS[next++ % INPUTS.length]); }
    const { user, system } = process.cpuUsage(c);
    best = Math.min(best, (user + system) / per);
  }
  console.log(name.padEnd(20), best.toFixed(2), "µs cpu/row");
}
