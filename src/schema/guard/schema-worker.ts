import { parentPort } from "node:worker_threads";
import { openSchema } from "../compile/open-schema.ts";
import type { TrialRequest, TrialResponse } from "./trial-message.ts";

// The script of the worker that tries schemas, one after another.
const port = parentPort;

port?.on("message", ({ schema, maxSteps }: TrialRequest) => {
  void openSchema(schema, maxSteps).then(({ verdict }) =>
    port.postMessage(verdict satisfies TrialResponse),
  );
});
