// Measures the built program, and prints each figure next to its floor, measured in the same run, and its target. Build first, and
// run nothing else meanwhile. `npm run bench [-- NAMES] [--json]` measures the named groups, or all of them. `--check` is a short
// run of the figures in ratios.json that fails if one takes 1.5 times as much CPU time as committed, compared with its floor; after a
// deliberate change, `--save` writes the new ratios. `--peers` installs other programs into a temporary folder, and measures them next
// to ours.
import { parseArgs } from "node:util";
import { withPeers } from "./harness/peers.mjs";
import { checkRatios, saveRatios } from "./harness/ratios.mjs";
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
const CHECK_SCALE = 0.2;

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

const all = values.peers ? await withPeers(measure) : await measure([]);
if (values.json) console.log(JSON.stringify({ node: process.version, groups: all }, null, 2));
if (values.save) await saveRatios(all);
if (values.check) process.exitCode = (await checkRatios(all)) ? 0 : 1;

function defaultGroups() {
  if (isShort) return CHECKED;
  return values.peers ? WITH_PEERS : GROUPS;
}

async function measure(peers) {
  const results = {};
  for (const name of names) {
    const { group, peerFigures = () => [] } = await import(`./groups/${name}.mjs`);
    const figures = [...group.figures, ...peers.flatMap(peerFigures)];
    results[name] = await runGroup({ ...group, figures }, { scale: isShort ? CHECK_SCALE : 1 });
    if (!values.json) console.log(`${tableOf(name, results[name])}\n`);
  }
  return results;
}
