import { parentPort } from "node:worker_threads";
import type { JsonObject } from "../../core/json.ts";
import { compile } from "../compile.ts";
import type { TrialMessage } from "./trial.ts";

// The script of the worker in which schemas are tried out first. All that compiling needs is loaded before it says that
// it is ready: from then on its time counts.
const port = parentPort;
const say = (message: TrialMessage): void => port?.postMessage(message);

port?.once("message", (schema: JsonObject) => {
  void compile(schema).then(({ verdict }) => say({ kind: "verdict", verdict }));
});
await compile({ type: "null" });
say({ kind: "ready" });
