export default {
  testEnvironment: "<rootDir>/test/runtime/environment.mjs",
  runtime: "<rootDir>/test/runtime/runtime.mjs",
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  transform: {},
  setupFiles: ["<rootDir>/test/support/suppressed-error.ts"],
  testTimeout: 30_000,
};
