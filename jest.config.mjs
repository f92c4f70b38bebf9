export default {
  testEnvironment: "<rootDir>/test/runtime/environment.mjs",
  runtime: "<rootDir>/test/runtime/runtime.mjs",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  transform: {},
  setupFiles: ["<rootDir>/test/support/suppressed-error.ts"],
  // Ends a test that hangs. It is no limit for one that is slow: on a busy machine, each takes many times as long.
  testTimeout: 300_000,
};
