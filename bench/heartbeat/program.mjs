// The program under test, in a separate process, and the helpers with which cases attack it.
import { fork } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { send } from "../support.mjs";

const CLI = fileURLToPath(new URL("../../dist/cli.cjs", import.meta.url));
/** Number of polls after which a job should have ended. */
const MOST_POLLS = 100;
const PRELOAD = fileURLToPath(new URL("preload.cjs", import.meta.url));

/**
 * Starts the built program with the heartbeat in its event loop.
 * @param {readonly string[]} options of the program, in addition to a free port.
 * @param {{ stderr?: "inherit" | "pipe" }} streams what becomes of its standard error.
 */
export async function startProgram(options, { stderr = "inherit" } = {}) {
  const child = fork(
    CLI,
    ["--port", "0", "--clock", "poll", "--json", "--log", "silent", ...options],
    {
      execArgv: ["--require", PRELOAD],
      stdio: ["ignore", "pipe", stderr, "ipc"],
    },
  );
  const lines = createInterface({ input: child.stdout });
  const ended = once(child, "exit");
  const [line] = await Promise.race([
    once(lines, "line"),
    ended.then(([code]) => Promise.reject(new Error(`The program ended with ${code}.`))),
  ]);
  const { baseUrl, controlUrl } = JSON.parse(line);
  return {
    ...clientOf(baseUrl, controlUrl),
    child,
    /** Forgets the gaps so far. */
    startBeats: () => child.send("start"),
    /** The worst gap since then. Resolves once the event loop is free. */
    worstGap: async () => {
      child.send("stop");
      const [gap] = await once(child, "message");
      return gap;
    },
    /** Bytes on the heap, and in buffers outside it, after a garbage collection. */
    liveHeap: async () => {
      child.send("heap");
      const [bytes] = await once(child, "message");
      return bytes;
    },
    stop: async () => {
      child.kill("SIGKILL");
      await ended;
    },
  };
}

/** Requests to the program; each resolves with the status and the text of the response. */
function clientOf(baseUrl, controlUrl) {
  const json = (method, url, value) =>
    send(method, url, value === undefined ? {} : { body: JSON.stringify(value) });
  const client = {
    baseUrl,
    controlUrl,
    call: (method, path, value) => json(method, `${baseUrl}${path}`, value),
    control: (method, path, value) => json(method, `${controlUrl}${path}`, value),
    /** Creates a job, and resolves with the response. */
    create: (body) => client.call("POST", "/batch-inference", body),
    /** Creates a job, and reads its results as JSON. */
    run: async (body) => {
      const created = await client.create(body);
      if (created.status !== 200) return created;
      const { job_id } = JSON.parse(created.text);
      const path = `/jobs/${job_id}/results?result_format=json`;
      // Each poll moves the clock.
      for (let polls = 0; polls < MOST_POLLS; polls++) {
        const response = await client.call("GET", path);
        if (response.status !== 409) return response;
      }
      throw new Error("Expected the job to end.");
    },
  };
  return client;
}
