import { existsSync } from "node:fs";
import { Worker } from "node:worker_threads";
import { SimulatorError } from "../../core/errors.ts";
import type { JsonObject } from "../../core/json.ts";
import { packageFile } from "../../simulator/package-file.ts";
import type { SchemaVerdict } from "../schema-generator.ts";
import type { TrialMessage } from "./trial.ts";

/** What trying out a schema may take. */
export type TrialLimits = {
  /** Wall time from the moment that the worker has the schema. */
  readonly ms: number;
  /** Memory of the worker. */
  readonly megabytes: number;
};

const LIMITS: TrialLimits = { ms: 2000, megabytes: 256 };
/** No more than the main thread has: what ends well in the worker does so there too. */
const STACK_MB = 1;

let last: Promise<unknown> = Promise.resolve();

/**
 * What compiling says of a schema, found out in a worker of its own: one at a time, and waiting takes nothing from the limits.
 * Rejects with a SimulatorError `SIM_SCHEMA_LIMIT` where a limit is met, and with whatever the worker died of.
 */
export function tryOut(schema: JsonObject, limits: TrialLimits = LIMITS): Promise<SchemaVerdict> {
  const turn = last.then(() => tryNow(schema, limits));
  last = turn.catch(() => undefined);
  return turn;
}

async function tryNow(schema: JsonObject, limits: TrialLimits): Promise<SchemaVerdict> {
  const worker = startWorker(limits);
  try {
    return await verdictOf(worker, schema, limits);
  } finally {
    await worker.terminate();
  }
}

function startWorker({ megabytes }: TrialLimits): Worker {
  const script = packageFile("dist", "schema-worker.js");
  if (!existsSync(script)) {
    const message = `Failed to try out a schema: \`${script}\` is missing. Build it with \`npm run build\`.`;
    throw new SimulatorError("SIM_BUG", message);
  }
  const resourceLimits = { maxOldGenerationSizeMb: megabytes, stackSizeMb: STACK_MB };
  const worker = new Worker(script, { resourceLimits, stdout: true, stderr: true });
  worker.unref();
  return worker;
}

function verdictOf(
  worker: Worker,
  schema: JsonObject,
  { ms, megabytes }: TrialLimits,
): Promise<SchemaVerdict> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined;
    worker.on("message", (message: TrialMessage) => {
      if (message.kind === "ready") {
        worker.postMessage(schema);
        // A verdict that came while this thread was busy counts: it is read before the immediate runs.
        const stop = (): unknown => setImmediate(() => reject(tooMuch(`${ms / 1000} s`)));
        timer = setTimeout(stop, ms).unref();
        return;
      }
      clearTimeout(timer);
      resolve(message.verdict);
    });
    worker.once("error", (error: Error & { code?: string }) => {
      clearTimeout(timer);
      reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooMuch(`${megabytes} MB`) : error);
    });
    worker.once("exit", (code) => reject(new Error(`The worker ended with ${code}.`)));
  });
}

function tooMuch(limit: string): SimulatorError {
  return new SimulatorError(
    "SIM_SCHEMA_LIMIT",
    `Failed to compile the JSON Schema: batch-sim gave up after ${limit}, a limit of its own that says nothing against the schema. Send a simpler schema, or try again when the machine is less busy.`,
  );
}
