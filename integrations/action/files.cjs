const { appendFileSync } = require("node:fs");

/** The value of an input of the action; "" if it is not set. */
exports.input = (name) => (process.env[`INPUT_${name.toUpperCase()}`] ?? "").trim();

/** Adds a variable to one of the runner's files: `GITHUB_ENV`, `GITHUB_OUTPUT`, or `GITHUB_STATE`. */
exports.addTo = (file, name, value) => {
  if (/[\r\n]/.test(value)) throw new Error(`Expected ${name} on one line, got ${value}.`);
  appendFileSync(process.env[file], `${name}=${value}\n`);
};

/** The command that runs the program, as a list of words. */
exports.command = () => {
  const { version } = require("../../package.json");
  const given = exports.input("command");
  return given === "" ? ["npx", "--yes", `batch-sim@${version}`] : given.split(/\s+/);
};
