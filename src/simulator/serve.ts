import cors from "cors";
import type { Express, RequestHandler } from "express";
import { CONTROL_PATH } from "../control/control-path.ts";
import { SimulatorError, StoppedError } from "../core/errors.ts";
import { oncePer } from "../core/once-per.ts";
import { type AppParts, createApp } from "../http/app.ts";
import { type Gate, type Listening, listen } from "../http/listen.ts";
import { BodyMemory } from "../http/request/body-stream.ts";
import { hostGuard } from "../http/request/host-guard.ts";
import type { Address } from "../http/request/route.ts";
import { createValidator, type Validator } from "../http/request/validator.ts";
import type { ServedApp } from "../http/served-app.ts";
import type { Settings } from "../options/settings.ts";
import type { Spec } from "../spec/spec.ts";
import type { ServerParts } from "./server-parts.ts";

export type Served = ReturnType<typeof servedAt>;

export type Serving = {
  readonly handlerAt: (address: Address) => ServedApp;
  /** The gate of listener 0 or 1; undefined if this process serves all new connections. */
  readonly gateOf?: (listener: number) => Gate;
};

/** Listens at one address for both of the spec's servers, or at two if `deploymentPort` is set. */
export async function serve(
  { settings, basePath }: Pick<ServerParts, "settings" | "basePath">,
  handling: Serving,
): Promise<Served> {
  const { deploymentPort, port, host, tls } = settings;
  const open = async (address: Address, ownPort: number, listener: number): Promise<Listening> => {
    const gate = handling.gateOf?.(listener);
    return listen(handling.handlerAt(address), { host, port: ownPort, tls, gate });
  };
  if (deploymentPort === undefined)
    return servedAt([await open({ serves: ["base", "deployment"], basePath }, port, 0)], basePath);
  const base = await open({ serves: ["base"], basePath }, port, 0);
  try {
    const other = await open({ serves: ["deployment"], basePath }, deploymentPort, 1);
    return servedAt([base, other], basePath);
  } catch (error) {
    await base.close();
    throw error;
  }
}

function servedAt(listenings: readonly [Listening, ...Listening[]], basePath: string) {
  const [base, deployment = base] = listenings;
  return {
    listenings,
    baseUrl: base.origin + basePath,
    deploymentUrl: deployment.origin,
    /** URL of the control API, if it is on. */
    controlUrl: base.origin + CONTROL_PATH,
    /** Stops accepting connections; responses in progress get `maxMs` wall-clock milliseconds. */
    drain: (maxMs: number) => Promise.all(listenings.map((each) => each.drain(maxMs))),
    close: () => Promise.all(listenings.map((each) => each.close())),
  };
}

const EXPOSED_HEADERS = [
  "content-disposition",
  "retry-after",
  "x-sim-fault",
  "x-sim-error",
  "x-sim-version",
];

export function appAt(
  { settings, staging, requests, version }: ServerParts,
  state: Pick<AppParts, "sandboxes" | "services" | "control">,
  address: Address,
): Express {
  const { maxBodyBytes, requestTimeoutMs, onExchange } = settings;
  const parts: AppParts = {
    ...state,
    specOf: ({ state }) => staging.specOf(state.scenario),
    validatorOf,
    guard: hostGuard(settings),
    crossOrigin: crossOriginOf(settings),
    ...{ maxBodyBytes, requestTimeoutMs, version, requests, onExchange },
    bodyMemory: new BodyMemory(),
    onBug: (error) => noticeBug(settings, error),
  };
  return createApp(parts, address);
}

/** Makes a handler that lets pages from other origins use the service, if they are allowed to. */
export function crossOriginOf(settings: Settings): RequestHandler | undefined {
  return settings.cors ? cors({ exposedHeaders: EXPOSED_HEADERS }) : undefined;
}

export function noticeBug({ onNotice }: Settings, error: unknown): void {
  if (error instanceof StoppedError) return;
  // The message contains the remedy; only a bug needs a stack trace.
  if (error instanceof SimulatorError && error.code !== "SIM_BUG")
    onNotice(`${error.code}: ${error.message}`);
  else onNotice(`batch-sim failed: ${error instanceof Error ? error.stack : String(error)}`);
}

/** One validator for each spec: creating one takes longer than validating a thousand requests. */
const validatorOf: (spec: Spec) => Validator = oncePer(createValidator);
