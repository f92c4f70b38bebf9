import { Worker } from "node:worker_threads";

/** Runs every file in a worker, which is replaced if a file exceeds the time limit. */
export async function runAll(files, options) {
  const script = new URL("./worker.mjs", import.meta.url);
  const results = [];
  let worker = new Worker(script, { workerData: options });
  for (const file of files) {
    const result = await runOne(worker, file, options.limitMs);
    results.push(result);
    if (result.outcome !== "hung") continue;
    await worker.terminate();
    worker = new Worker(script, { workerData: options });
  }
  await worker.terminate();
  return results;
}

function runOne(worker, file, limitMs) {
  return new Promise((resolve) => {
    const finish = (result) => {
      clearTimeout(timer);
      worker.off("message", finish);
      worker.off("error", fail);
      resolve({ file, ...result });
    };
    const timer = setTimeout(
      () => finish({ outcome: "hung", error: `more than ${limitMs} ms` }),
      limitMs,
    );
    const fail = (error) => finish({ outcome: "hung", error: String(error.stack ?? error) });
    worker.once("message", finish);
    worker.once("error", fail);
    worker.postMessage(file);
  });
}
