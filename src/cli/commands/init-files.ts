/** A file that `batch-sim init` writes. */
export type InitFile = {
  /** Relative to the current folder, with slashes. */
  readonly path: string;
  /** Completes "wrote `path`:". */
  readonly about: string;
  readonly text: string;
};

/** The first line of a scenario in the project's own folder, from which editors take its schema. */
export const SCENARIO_MODELINE =
  "# yaml-language-server: $schema=./node_modules/batch-sim/dist/scenario.schema.json";

const SCENARIO = `# yaml-language-server: $schema=../node_modules/batch-sim/dist/scenario.schema.json
# How jobs, rows, and the API behave. Everything has a default, so delete whatever you don't need.
# Check this file with \`npx batch-sim lint scenarios/first-scenario.yaml\`.
name: first-scenario
description: A job waits for 10 seconds and runs for a minute, and its status has a field that clients don't know.
goodClient: Polls until the job has ended, and ignores the field.

# How jobs behave: the first profile whose \`when\` matches the submission applies.
profiles:
  # - when: { inputs: { min: 1000 } }
  #   outcome: { failed: { at: 60%, reason: The worker was lost. } }
  - queued: 10s
    running: 1m

# How rows turn out. The others get an output that is generated from the seed.
rows:
  - { match: { pattern: "^ping$" }, outcome: { text: pong } }

# How the API misbehaves: \`npx batch-sim scenarios\` lists scenarios that show more.
faults:
  - { name: new-field, on: getJobStatus, addField: { at: /note, value: unknown to clients } }
  # - { name: busy, on: getJobStatus, times: 2, status: 503, headers: { retry-after: "1" } }
`;

const PROJECT = `# yaml-language-server: $schema=./node_modules/batch-sim/dist/project.schema.json
# Options of \`npx batch-sim exec\`, which runs a command against the simulator and reports what its clients did wrong.
# Options on the command line take precedence.
format: 1
scenario: scenarios/first-scenario.yaml # or a built-in one, such as flaky-network
clock: poll # each status request moves the clock to the job's next change, so that no test waits
seed: 1
failOn: warning # exit with 3 if there is an error or a warning
reportDir: batch-sim-report
# env: { MY_SDK_URL: base_url } # variables that your client reads, besides BATCH_SIM_BASE_URL and the like
# minCoverage: 40%
# expected: [{ id: key-malformed }] # findings that tests provoke on purpose
`;

const WORKFLOW = `name: batch-sim
on: [push, pull_request]
jobs:
  test:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - run: npm ci
      - name: Test the client against batch-sim
        run: npx batch-sim exec -- npm test # or any other command
      - name: Keep the report
        if: always()
        uses: actions/upload-artifact@v4
        with: { name: batch-sim-report, path: batch-sim-report }
`;

const VERIFY_WORKFLOW = `name: batch-sim verify
on:
  schedule: [{ cron: "0 6 * * 1" }]
  workflow_dispatch:
jobs:
  verify:
    if: vars.SERVICE_URL != ''
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with: { node-version: 20 }
      - run: npm ci
      - name: Compare the simulator with the service
        run: npx batch-sim verify --yes --against "$SERVICE_URL" --api-key-from SERVICE_KEY --report-dir verify-report --write verify-report/verified.yaml
        env:
          SERVICE_URL: \${{ vars.SERVICE_URL }}
          SERVICE_KEY: \${{ secrets.SERVICE_KEY }}
      - name: Keep the report
        if: always()
        uses: actions/upload-artifact@v4
        with: { name: verify-report, path: verify-report }
`;

/** Every file that `batch-sim init` writes, in the order in which it lists them. */
export const INIT_FILES: readonly InitFile[] = [
  { path: "scenarios/first-scenario.yaml", about: "how jobs and the API behave", text: SCENARIO },
  { path: "batch-sim.yaml", about: "the options of `batch-sim exec`", text: PROJECT },
  { path: ".github/workflows/batch-sim.yml", about: "a GitHub workflow", text: WORKFLOW },
  {
    path: ".github/workflows/batch-sim-verify.yml",
    about: "a weekly comparison with the real service, once SERVICE_URL is set",
    text: VERIFY_WORKFLOW,
  },
];
