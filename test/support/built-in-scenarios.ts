import { readdirSync } from "node:fs";

/** The names of all built-in scenarios. */
export const ALL_SCENARIOS = readdirSync("scenarios").map((file) => file.replace(/\.yaml$/, ""));

/** Scenarios for APIs whose inputs are in files. */
export const FILE_SCENARIOS: readonly string[] = [
  "bad-input-file",
  "error-line-with-null-error",
  "output-file-late",
];

/** Scenarios that the default API can play. */
export const SCENARIOS = ALL_SCENARIOS.filter((name) => !FILE_SCENARIOS.includes(name));
