// The share of client branches that rows of 49 realistic schemas reach, for each kind of values that the built program
// supports, and each set of inputs. `node bench/branches.mjs` lists the missing branches.
import { choicesOf, isKnown, SETS, shareOf, startWithValues } from "../harness/branches.mjs";

/** For a kind of values: the metric, the number of rows, and the minimum share. */
const MEASURED = {
  plausible: [["alternatives", 100, 0.97]],
  covering: [
    ["alternatives in time", 400, 1],
    ["pairs in time", 400, 1],
  ],
  edge: [["alternatives", 100, undefined]],
};

function figure({ values, what, rows, share }, set) {
  return {
    name: `${values}, ${what}, ${set}`,
    unit: "row",
    target: share === undefined ? undefined : { share },
    open: async () => {
      const server = await startWithValues(values);
      return { measure: () => measure(server, { what, rows, set }), close: server.stop };
    },
  };
}

async function measure(server, { what, rows, set }) {
  const before = await server.usage();
  const startedAt = performance.now();
  const results = await choicesOf(server, { inputs: SETS[set], rows });
  const wallMs = performance.now() - startedAt;
  const cpuMs = (await server.usage()).cpuMs - before.cpuMs;
  const { total, missing } = await shareOf(results, what);
  const note = `${total - missing.length} of ${total}`;
  return { units: rows * results.length, wallMs, cpuMs, note, share: 1 - missing.length / total };
}

const known = [];
for (const values of Object.keys(MEASURED)) if (await isKnown(values)) known.push(values);

export const group = {
  rounds: 1,
  isWarm: true,
  figures: known.flatMap((values) =>
    MEASURED[values].flatMap(([what, rows, share]) =>
      Object.keys(SETS).map((set) => figure({ values, what, rows, share }, set)),
    ),
  ),
};
