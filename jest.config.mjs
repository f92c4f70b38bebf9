export default {
  testEnvironment: "<rootDir>/test/runtime/environment.mjs",
  runtime: "<rootDir>/test/runtime/runtime.mjs",
  testMatch: ["<rootDir>/test/**/*.test.ts", "<rootDir>/packages/*/test/**/*.test.ts"],
  // They need SQLite, and take minutes: `npm run test:store` runs them.
  testPathIgnorePatterns: process.env.BATCH_SIM_TEST_STORE ? [] : ["<rootDir>/test/store/"],
  // Jest leaves one core unused by default, which on a machine with two is half of them.
  maxWorkers: "100%",
  transform: {},
  setupFiles: ["<rootDir>/test/support/suppressed-error.ts"],
  // Ends a test that hangs. It is no limit for one that is slow: on a busy machine, each takes many times as long.
  testTimeout: 300_000,
};
