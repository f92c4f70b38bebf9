import { createRequire } from "node:module";
import { pathToFileURL } from "node:url";
import LightRunner from "jest-light-runner";

const HOME = import.meta.resolve("jest-light-runner");
const { default: Tinypool } = await import(
  pathToFileURL(createRequire(HOME).resolve("tinypool")).href
);

/** Time within which a worker must begin a file, even on a busy machine: it has loaded the program, and runs the first test. */
const BEGIN_MS = 120_000;

const MOST_RUNS = 3;

/**
 * Runs each file in Node itself. Rarely, a worker on a busy machine never begins, because it waits for a message that it has
 * missed. Its file then runs again in another worker, instead of hanging forever.
 */
export default class Runner extends LightRunner {
  async _runTest(test) {
    if (this._runtime === "main_thread") return super._runTest(test);
    const { pool, workerData } = this.#workersFor(test.context.config);
    for (let run = 1; ; run++) {
      try {
        return await begun(workerData, (options) => pool.run(test.path, options));
      } catch (error) {
        if (error.name !== "AbortError" || run === MOST_RUNS) throw error;
        console.warn(`No worker began with ${test.path} in ${BEGIN_MS / 1000} s; it runs again.`);
      }
    }
  }

  #workersFor(projectConfig) {
    const known = this._testRunners.get(projectConfig);
    if (known !== undefined) return known;
    const { _runtime: runtime, _globalConfig: globalConfig } = this;
    const workerData = { globalConfig, projectConfig, runtime };
    const pool = new Tinypool({
      filename: new URL("./worker-runner.js", HOME).href,
      runtime,
      minThreads: globalConfig.maxWorkers,
      maxThreads: globalConfig.maxWorkers,
      env: process.env,
      trackUnmanagedFds: false,
      workerData,
    });
    this._testRunners.set(projectConfig, { pool, workerData });
    return { pool, workerData };
  }
}

/** Runs a file, and aborts it if its worker doesn't report in time that it has begun. */
async function begun(workerData, run) {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), BEGIN_MS);
  let send = () => {};
  // Each worker has its own, so that none receives a response meant for another.
  const channel = {
    onMessage: (listener) => {
      send = listener;
    },
    postMessage: (message) => {
      if (message === "batch-sim-begun") clearTimeout(timer);
      if (message === "jest-light-runner-get-worker-data")
        send({ type: "jest-light-runner-worker-data", workerData });
    },
  };
  try {
    return await run({ channel, signal: late.signal });
  } finally {
    clearTimeout(timer);
  }
}
