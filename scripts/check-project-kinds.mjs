// Uses the packed program in each kind of project that tests clients.
// node scripts/check-project-kinds.mjs list                   prints the kinds
// node scripts/check-project-kinds.mjs install DIR TARBALL    installs the packed program and the test runners into DIR
// node scripts/check-project-kinds.mjs run DIR [KIND…]        makes these projects in DIR, or all, and runs their tests
import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { KINDS, PACKAGES } from "./project-kinds/kinds.mjs";

/** One installation serves all projects in its subfolders, so each package is downloaded once. */
function install(dir, tarball) {
  mkdirSync(dir, { recursive: true });
  const dependencies = { ...PACKAGES, "batch-sim": `file:${tarball}` };
  writeFileSync(join(dir, "package.json"), JSON.stringify({ private: true, dependencies }));
  // On Windows, npm is a script that runs only through the shell.
  const options = { cwd: dir, stdio: "inherit", shell: process.platform === "win32" };
  execFileSync("npm", ["install", "--silent", "--no-audit", "--no-fund"], options);
}

/** Whether the tests of a kind of project pass. */
function run(dir, kind) {
  const { manifest = {}, files, flags = [], command: [program, ...args] = [] } = KINDS[kind];
  const project = join(dir, kind);
  mkdirSync(project, { recursive: true });
  const all = { "package.json": JSON.stringify({ private: true, ...manifest }), ...files };
  for (const [name, text] of Object.entries(all)) writeFileSync(join(project, name), text);
  const programs = program === undefined ? [] : [join(dir, "node_modules", program)];
  const { NODE_OPTIONS: _, ...env } = process.env;
  const options = { cwd: project, env, stdio: "inherit" };
  return spawnSync(process.execPath, [...flags, ...programs, ...args], options).status === 0;
}

/** The exit code. */
function main([verb, dir, ...rest]) {
  if (verb === "list") {
    console.log(Object.keys(KINDS).join("\n"));
    return 0;
  }
  if (verb === "install" && rest.length === 1) {
    install(resolve(dir), resolve(rest[0]));
    return 0;
  }
  if (verb === "run" && dir !== undefined && rest.every((kind) => Object.hasOwn(KINDS, kind))) {
    const kinds = rest.length > 0 ? rest : Object.keys(KINDS);
    const failed = kinds.filter((kind) => !run(resolve(dir), kind));
    if (failed.length > 0) console.error(`The tests failed in: ${failed.join(", ")}.`);
    return failed.length > 0 ? 1 : 0;
  }
  const known = Object.keys(KINDS).join(", ");
  console.error(
    `Expected \`list\`, \`install DIR TARBALL\` or \`run DIR [KIND…]\`, with kinds from ${known}.`,
  );
  return 2;
}

process.exitCode = main(process.argv.slice(2));
