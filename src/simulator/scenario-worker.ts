import { parentPort, workerData } from "node:worker_threads";
import type { JsonObject } from "../core/json.ts";
import { ScenarioError } from "../scenario/scenario-error.ts";
import type { ScenarioRead, ScenarioRequest } from "./scenario-registry.ts";

// The script of the thread that reads large scenarios one after another. It imports the program's
// modules late, because the build can't merge modules that a worker loads immediately.

const document = workerData as JsonObject;
const reader = import("./open-scenario.ts");

async function read(text: string): Promise<ScenarioRead> {
  try {
    return { scenario: await (await reader).openScenarioText(text, document) };
  } catch (error) {
    if (error instanceof ScenarioError) return { issues: error.issues };
    throw error;
  }
}

const port = parentPort;
port?.on("message", async ({ kind, text }: ScenarioRequest) => {
  const { checkText } = await reader;
  port.postMessage(await (kind === "check" ? checkText(text, document) : read(text)));
});
