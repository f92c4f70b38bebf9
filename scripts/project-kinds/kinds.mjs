const NAMES = "expectNoFindings, SimulatorError, startSimulator";
const REQUIRE = `const { ${NAMES} } = require("batch-sim");\n`;
const IMPORT = `import { ${NAMES} } from "batch-sim";\n`;

/** Runs a job with the address and the key of `box`. */
const RUN_JOB = `
    const headers = { authorization: \`Key \${box.apiKey}\`, "content-type": "application/json" };
    const call = async (path = "", init = {}) => {
      const response = await fetch(box.baseUrl + path, { headers, ...init });
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
`;

/** Tests in the words that all test runners, JavaScript, and TypeScript have in common. */
const TESTS = `
test("runs a job", async () => {
  const box = await startSimulator({ scenario: "slow-job", clock: "poll" });
  try {${RUN_JOB}
    expectNoFindings(box);
  } finally {
    await box.close();
  }
});

test("rejects options with an error of the package", async () => {
  const error = await startSimulator({ port: -1 }).catch((error) => error);
  if (!(error instanceof SimulatorError)) throw error;
});
`;

/**
 * Tests with the sandboxes that the package provides for a runner's tests; `context` and `sandbox` are code that gets them. The
 * last test has the most to judge, which must be finished when the run ends.
 */
function runnerTests(context, sandbox = "") {
  return `
test("expects a finding", async (${context}) => {${sandbox}
    const box = await sandbox();
    await box.expectFinding({ id: "invalid-request" });
    const headers = { authorization: \`Key \${box.apiKey}\`, "content-type": "application/json" };
    await fetch(box.baseUrl + "/batch-inference", { method: "POST", headers, body: "{}" });
});

test("runs a job in a sandbox of its own", async (${context}) => {${sandbox}
    const box = await sandbox({ scenario: "slow-job" });
    if (!box.title.endsWith("runs a job in a sandbox of its own")) throw new Error(box.title);
${RUN_JOB}});
`;
}

const IN_JEST = `const { sandbox } = useBatchSim();\n${runnerTests("")}`;
const IN_VITEST = `${runnerTests("{ sandbox }")}
const keys = new Set<string>();
let release = () => {};
const both = new Promise<void>((resolve) => (release = resolve));

for (const name of ["one", "two"]) {
  test.concurrent(\`has a sandbox of its own while another test runs (\${name})\`, async ({ sandbox }) => {
    const box = await sandbox();
    if (keys.add(box.apiKey).size === 2) release();
    await both;
    if (keys.size !== 2) throw new Error("Both tests got the same sandbox.");
    if (!box.title.endsWith(\`runs (\${name})\`)) throw new Error(box.title);
    // A finding of the first test must not fail the second one.
    if (name === "one") await box.expectFinding({ id: "invalid-request" });
    const headers = { authorization: \`Key \${box.apiKey}\`, "content-type": "application/json" };
    const body = name === "one" ? "{}" : JSON.stringify({ inputs: ["a"] });
    await (await fetch(box.baseUrl + "/batch-inference", { method: "POST", headers, body })).text();
    if ((await box.control.journal.count()) !== 1) throw new Error("Expected one request.");
    if (name === "two") await box.expectFinding({ id: "never-looked-at" });
  });
}
`;
const IN_NODE_TEST = runnerTests("t", "\n    const { sandbox } = useBatchSim(t);");

const JEST = ["jest/bin/jest.js", "--testTimeout=300000"];
const VITEST = ["vitest/vitest.mjs", "run", "--testTimeout=300000"];
const JEST_SETUP = {
  globalSetup: "batch-sim/jest/global-setup",
  globalTeardown: "batch-sim/jest/global-teardown",
};

/** A TypeScript project whose tests ts-jest compiles to CommonJS. */
function tsJest(module, moduleResolution) {
  const compilerOptions = { module, moduleResolution, target: "es2022", strict: true };
  const globals = 'import { test } from "@jest/globals";\n';
  const useBatchSim = 'import { useBatchSim } from "batch-sim/jest";\n';
  return {
    manifest: { jest: { preset: "ts-jest" } },
    files: {
      "library.test.ts": globals + IMPORT + TESTS,
      "runner.test.ts": globals + useBatchSim + IN_JEST,
      "tsconfig.json": JSON.stringify({
        compilerOptions: { ...compilerOptions, esModuleInterop: true, types: [] },
      }),
    },
    command: JEST,
  };
}

/** Packages that every kind of project needs, by name. */
export const PACKAGES = {
  jest: "^30.5.2",
  "ts-jest": "^29.4.15",
  // The newest that ts-jest supports, and the last that has `node10` without a warning.
  typescript: "~5.9.3",
  vitest: "^5.1.1",
};

/** Kinds of projects by name: their package.json, their files, and the arguments of Node that run their tests. */
export const KINDS = {
  "jest-commonjs": {
    manifest: { jest: JEST_SETUP },
    files: {
      "library.test.js": REQUIRE + TESTS,
      "runner.test.js": `const { useBatchSim } = require("batch-sim/jest");\n${IN_JEST}`,
    },
    command: JEST,
  },
  "jest-module": {
    manifest: { type: "module", jest: JEST_SETUP },
    files: {
      "library.test.js": IMPORT + TESTS,
      "runner.test.js": `import { useBatchSim } from "batch-sim/jest";\n${IN_JEST}`,
    },
    flags: ["--experimental-vm-modules"],
    command: JEST,
  },
  "ts-jest-node10": tsJest("commonjs", "node10"),
  "ts-jest-node16": tsJest("node16", "node16"),
  vitest: {
    manifest: { type: "module" },
    files: {
      "library.test.js": `import { test } from "vitest";\n${IMPORT}${TESTS}`,
      "runner.test.ts": `import { test } from "batch-sim/vitest";\n${IN_VITEST}`,
    },
    command: VITEST,
  },
  "vitest-global-setup": {
    manifest: { type: "module" },
    files: {
      "runner.test.ts": `import { it as test } from "batch-sim/vitest";\n${IN_VITEST}`,
      "vitest.config.js":
        'export default { test: { globalSetup: ["batch-sim/vitest/global-setup"] } };\n',
    },
    command: VITEST,
  },
  "node-test-commonjs": {
    files: {
      "library.test.js": `const { test } = require("node:test");\n${REQUIRE}${TESTS}`,
      "runner.test.js": `const { test } = require("node:test");\nconst { useBatchSim } = require("batch-sim/node-test");\n${IN_NODE_TEST}`,
    },
    flags: ["--test"],
  },
  "node-test-module": {
    files: {
      "library.test.mjs": `import { test } from "node:test";\n${IMPORT}${TESTS}`,
      "runner.test.mjs": `import { test } from "node:test";\nimport { useBatchSim } from "batch-sim/node-test";\n${IN_NODE_TEST}`,
    },
    flags: ["--test"],
  },
};
