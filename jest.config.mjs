export default {
  testEnvironment: "node",
  extensionsToTreatAsEsm: [".ts"],
  testMatch: ["<rootDir>/test/**/*.test.ts"],
  transform: {
    "^.+\\.ts$": [
      "@swc/jest",
      { jsc: { target: "es2023", parser: { syntax: "typescript" } }, module: { type: "es6" } },
    ],
  },
  setupFiles: ["<rootDir>/test/support/suppressed-error.ts"],
  testTimeout: 30_000,
};
