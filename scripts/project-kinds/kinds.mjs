const NAMES = "expectNoFindings, SimulatorError, startSimulator";
const REQUIRE = `const { ${NAMES} } = require("batch-sim");`;
const IMPORT = `import { ${NAMES} } from "batch-sim";`;

/** A test in the words that all test runners, JavaScript, and TypeScript have in common. */
const TEST = `
test("runs a job", async () => {
  const sim = await startSimulator({ scenario: "slow-job", clock: "poll" });
  try {
    const headers = { authorization: \`Key \${sim.apiKey}\`, "content-type": "application/json" };
    const call = async (path = "", init = {}) => {
      const response = await fetch(sim.baseUrl + path, { headers, ...init });
      return JSON.parse(await response.text());
    };
    const body = JSON.stringify({ inputs: ["a"], json_schema: { type: "object" } });
    const { job_id: jobId } = await call("/batch-inference", { method: "POST", body });
    for (let polls = 0, state = ""; state !== "SUCCEEDED"; polls++) {
      if (polls > 10) throw new Error(\`The job is still \${state}.\`);
      state = (await call(\`/job-status/\${jobId}\`)).job_status[jobId];
    }
    const { outputs } = await call(\`/jobs/\${jobId}/results?result_format=json\`);
    if (outputs.length !== 1) throw new Error(\`Expected one output, got \${outputs.length}.\`);
    expectNoFindings(sim);
  } finally {
    await sim.close();
  }
});

test("rejects options with an error of the package", async () => {
  const error = await startSimulator({ port: -1 }).catch((error) => error);
  if (!(error instanceof SimulatorError)) throw error;
});
`;

const JEST = ["jest/bin/jest.js", "--testTimeout=300000"];

/** A TypeScript project whose tests ts-jest compiles to CommonJS. */
function tsJest(module, moduleResolution) {
  const compilerOptions = { module, moduleResolution, target: "es2022", strict: true };
  return {
    manifest: { jest: { preset: "ts-jest" } },
    files: {
      "batch.test.ts": `import { test } from "@jest/globals";\n${IMPORT}\n${TEST}`,
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...compilerOptions, esModuleInterop: true, types: [] },
      }),
    },
    command: JEST,
  };
}

/** What every kind of project needs, by package name. */
export const PACKAGES = {
  jest: "^30.5.2",
  "ts-jest": "^29.4.15",
  // The newest that ts-jest supports, and the last that has `node10` without a warning.
  typescript: "~5.9.3",
  vitest: "^5.1.1",
};

/** Kinds of projects by name: their package.json, their files, and the arguments of Node that run their tests. */
export const KINDS = {
  "jest-commonjs": { files: { "batch.test.js": REQUIRE + TEST }, command: JEST },
  "jest-module": {
    manifest: { type: "module" },
    files: { "batch.test.js": IMPORT + TEST },
    flags: ["--experimental-vm-modules"],
    command: JEST,
  },
  "ts-jest-node10": tsJest("commonjs", "node10"),
  "ts-jest-node16": tsJest("node16", "node16"),
  vitest: {
    manifest: { type: "module" },
    files: { "batch.test.js": `import { test } from "vitest";\n${IMPORT}${TEST}` },
    command: ["vitest/vitest.mjs", "run", "--testTimeout=300000"],
  },
  "node-test-commonjs": {
    files: { "batch.test.js": `const { test } = require("node:test");\n${REQUIRE}${TEST}` },
    flags: ["--test"],
  },
  "node-test-module": {
    files: { "batch.test.mjs": `import { test } from "node:test";\n${IMPORT}${TEST}` },
    flags: ["--test"],
  },
};
