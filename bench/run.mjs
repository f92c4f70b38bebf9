// Measures the built program, and prints each figure next to its floor, measured in the same run, and its target. Build first, and
// run nothing else meanwhile. `npm run bench [-- NAMES] [--json]` measures the named groups, or all of them. `--check` is a short
// run of the figures in ratios.json that fails if one takes 1.5 times as much CPU time as committed, compared with its floor, also
// when its group is measured again; after a deliberate change, `--save` writes the new ratios. `--peers` installs other programs into
// a temporary folder, and measures them next to ours.
import { parseArgs } from "node:util";
import { withPeers } from "./harness/peers.mjs";
import { findExcesses, saveRatios } from "./harness/ratios.mjs";
import { runGroup } from "./harness/run-group.mjs";
import { tableOf } from "./harness/table.mjs";

/** In the order in which they run. */
const GROUPS = [
  "startup",
  "polls",
  "first",
  "rows",
  "schemas",
  "branches",
  "escapes",
  "million",
  "records",
  "stores",
  "kills",
];
/** The groups of a short run, and its share of the work. */
const CHECKED = ["polls", "rows", "schemas"];
/** The groups that measure other programs, too. */
const WITH_PEERS = ["startup", "polls"];
const CHECK_SCALE = 0.4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: "boolean", default: false },
    check: { type: "boolean", default: false },
    save: { type: "boolean", default: false },
    peers: { type: "boolean", default: false },
  },
});
const unknown = positionals.filter((name) => !GROUPS.includes(name));
if (unknown.length > 0) {
  console.error(`Expected groups among ${GROUPS.join(", ")}, got ${unknown.join(", ")}.`);
  process.exit(2);
}
const isShort = values.check || values.save;
const names = positionals.length > 0 ? positionals : defaultGroups();

const all = values.peers ? await withPeers((peers) => measure(names, peers)) : await measure(names);
if (values.json) console.log(JSON.stringify({ node: process.version, groups: all }, null, 2));
if (values.save) await saveRatios(all);
if (values.check) await check();

function defaultGroups() {
  if (isShort) return CHECKED;
  return values.peers ? WITH_PEERS : GROUPS;
}

/** Fails only if a figure exceeds its ratio twice: something else on the machine can cause one excess. */
async function check() {
  const first = await findExcesses(all);
  if (first.length === 0) return;
  const groups = Object.keys(all).filter((name) => first.some(({ group }) => group === name));
  console.error(`${textOf(first)}\nMeasuring ${groups.join(" and ")} again.`);
  const both = (await findExcesses(await measure(groups))).filter(({ name }) =>
    first.some((each) => each.name === name),
  );
  if (both.length === 0) return;
  console.error(`${textOf(both)}\nAfter a deliberate change, run \`npm run bench -- --save\`.`);
  process.exitCode = 1;
}

function textOf(excesses) {
  return excesses.map(({ text }) => text).join("\n");
}

async function measure(names, peers = []) {
  const results = {};
  for (const name of names) {
    const { group, peerFigures = () => [] } = await import(`./groups/${name}.mjs`);
    const figures = [...group.figures, ...peers.flatMap(peerFigures)];
    results[name] = await runGroup({ ...group, figures }, { scale: isShort ? CHECK_SCALE : 1 });
    if (!values.json) console.log(`${tableOf(name, results[name])}\n`);
  }
  return results;
}
