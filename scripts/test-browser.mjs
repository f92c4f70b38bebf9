// Runs the viewer's tests in Chromium; names select files. A file that fails runs again, and is reported: on a busy machine, a
// browser may stop drawing for a while, but a test that fails twice is broken.
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { run } from "node:test";
import { spec } from "node:test/reporters";
import { fileURLToPath } from "node:url";

const FOLDER = fileURLToPath(new URL("../test/browser", import.meta.url));

const names = process.argv.slice(2);
const all = readdirSync(FOLDER).filter((name) => name.endsWith(".test.mjs"));
const files = all.filter((file) => names.length === 0 || names.some((name) => file.includes(name)));
if (files.length === 0) {
  console.error(`No file of test/browser has a name with ${names.join(" or ")}.`);
  process.exit(1);
}
const failed = await failedOf(files.map((file) => join(FOLDER, file)));
if (failed.length > 0) {
  console.log(`\nFailed, and runs a second time:\n- ${failed.map(shown).join("\n- ")}\n`);
  if ((await failedOf(failed)).length > 0) process.exitCode = 1;
}

/** Runs files and prints their tests; returns the files in which a test failed. */
async function failedOf(paths) {
  const stream = run({ files: paths, timeout: 180_000 });
  const found = new Set();
  stream.on("test:fail", ({ file, name }) => found.add(file ?? name));
  const report = stream.compose(spec);
  for await (const text of report) process.stdout.write(text);
  return paths.filter((path) => [...found].some((each) => path.endsWith(each)));
}

function shown(path) {
  return relative(process.cwd(), path);
}
