/** A word with a dot or slash is a path, not the value of an option. */
const IS_PATH = /^[^-].*[./]|^[./]$|^--(testPathPatterns?|runTestsByPath)\b/;
const hasPath = process.argv.slice(2).some((word) => IS_PATH.test(word));

export default {
  // Runs tests in Node itself instead of in a simulated environment, so a worker loads the program and its packages once.
  runner: ["<rootDir>/test/support/jest/runner.mjs", { runtime: "child_process" }],
  // The setup compiles TypeScript. Without this, jest loads Babel at each start.
  transform: {},
  testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/packages/*/test/**/*.test.ts"],
  // Without a path, jest runs what isn't slow: `npm run test:slow` runs the rest, and `npm run test:store` what needs SQLite.
  testPathIgnorePatterns: [
    ...(process.env.BATCH_SIM_TEST_STORE ? [] : ["<rootDir>/test/store/"]),
    ...(hasPath ? [] : ["\\.slow\\.test\\.ts$"]),
  ],
  // Jest leaves one core unused by default, which on a machine with two is half of them.
  maxWorkers: "100%",
  setupFiles: [
    "<rootDir>/test/support/jest/register.mjs",
    "<rootDir>/test/support/suppressed-error.ts",
  ],
};
