// Prints recheck's verdict on each of the regular expressions on standard input: null if it is linear. A separate process,
// because recheck keeps one running for its checks.
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { text } from "node:stream/consumers";
import { check } from "recheck";

// By default, recheck gives up after 10 seconds, and calls a pattern vulnerable if matching takes longer than a second, which
// depends on how busy the machine is. Without these timeouts, only its limits on the number of characters read count.
const OPTIONS = {
  timeout: 120_000,
  incubationTimeout: null,
  attackTimeout: null,
  checker: "auto",
  randomSeed: 1,
};

// All checks take minutes, so those of known expressions are not repeated.
const CACHE = "node_modules/.cache/own-patterns.json";
const known = readKnown();

const results = [];
for (const { source, flags } of JSON.parse(await text(process.stdin))) {
  const name = `/${source}/${flags}`;
  known[name] ??= isBounded(source) ? "" : complaintOf(await check(source, flags, OPTIONS));
  results.push(known[name] || null);
}
mkdirSync("node_modules/.cache", { recursive: true });
writeFileSync(CACHE, JSON.stringify(known));
process.stdout.write(JSON.stringify(results), () => process.exit());

/** Without an unbounded quantifier, a match ends after a fixed number of characters. */
function isBounded(source) {
  return !/[*+]|,\}/.test(source.replace(/\\./gs, "x").replace(/\[[^\]]*\]/g, "x"));
}

function complaintOf({ status, complexity, attack, error }) {
  if (status === "safe") return "";
  const how = complexity?.summary ?? error?.kind;
  return attack === undefined ? how : `${how}, for ${attack.pattern}`;
}

function readKnown() {
  try {
    return JSON.parse(readFileSync(CACHE, "utf8"));
  } catch {
    return {};
  }
}
