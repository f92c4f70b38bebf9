import cors from "cors";
import { CONTROL_PATH } from "../control/control-path.ts";
import { SimulatorError } from "../core/errors.ts";
import type { Services } from "../engine/world.ts";
import { type AppParts, createApp } from "../http/app.ts";
import type { ControlService } from "../http/control/control-service.ts";
import { type Listening, listen } from "../http/listen.ts";
import { hostGuard } from "../http/request/host-guard.ts";
import type { Address } from "../http/request/route.ts";
import { createValidator, type Validator } from "../http/request/validator.ts";
import type { Settings } from "../options/settings.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandboxes } from "../state/sandboxes.ts";
import type { Staging } from "./staging.ts";

/** The parts of a server. */
export type ServerParts = {
  readonly settings: Settings;
  /** Empty, or a path that starts with a slash and doesn't end with one. */
  readonly basePath: string;
  readonly sandboxes: Sandboxes;
  readonly staging: Staging;
  readonly services: Services;
  readonly control: ControlService | undefined;
  readonly version: string;
};

/** A running server. */
export type Served = {
  readonly baseUrl: string;
  readonly deploymentUrl: string;
  /** URL of the control API, if it is on. */
  readonly controlUrl: string;
  /** Stops accepting connections, and gives responses in progress this many wall-clock milliseconds to finish. */
  readonly drain: (maxMs: number) => Promise<void>;
  readonly close: () => Promise<void>;
};

/** Listens at one address for both of the document's servers, or at two if `deploymentPort` is set. */
export async function serve(parts: ServerParts): Promise<Served> {
  const { settings, basePath } = parts;
  const { deploymentPort, port } = settings;
  const app = appParts(parts);
  if (deploymentPort === undefined) {
    const both = await open(app, settings, {
      port,
      address: { serves: ["base", "deployment"], basePath },
    });
    return {
      baseUrl: both.origin + basePath,
      deploymentUrl: both.origin,
      controlUrl: both.origin + CONTROL_PATH,
      drain: both.drain,
      close: both.close,
    };
  }
  const base = await open(app, settings, { port, address: { serves: ["base"], basePath } });
  try {
    const address: Address = { serves: ["deployment"], basePath: "" };
    const deployment = await open(app, settings, { port: deploymentPort, address });
    const drain = async (maxMs: number): Promise<void> =>
      void (await Promise.all([base.drain(maxMs), deployment.drain(maxMs)]));
    const close = async (): Promise<void> =>
      void (await Promise.all([base.close(), deployment.close()]));
    return {
      baseUrl: base.origin + basePath,
      deploymentUrl: deployment.origin,
      controlUrl: base.origin + CONTROL_PATH,
      drain,
      close,
    };
  } catch (error) {
    await base.close();
    throw error;
  }
}

function open(
  app: AppParts,
  settings: Settings,
  { port, address }: { port: number; address: Address },
): Promise<Listening> {
  const { host, tls } = settings;
  return listen(createApp(app, address), { host, port, tls });
}

const EXPOSED_HEADERS = [
  "content-disposition",
  "retry-after",
  "x-sim-fault",
  "x-sim-error",
  "x-sim-version",
];

function appParts(parts: ServerParts): AppParts {
  const { settings, sandboxes, staging, services, control, version } = parts;
  const { maxBodyBytes, requestTimeoutMs } = settings;
  return {
    sandboxes,
    specOf: ({ scenario }) => staging.specOf(scenario),
    validatorOf,
    guard: hostGuard(settings),
    crossOrigin: settings.cors ? cors({ exposedHeaders: EXPOSED_HEADERS }) : undefined,
    control,
    services,
    maxBodyBytes,
    requestTimeoutMs,
    version,
    onExchange: settings.onExchange,
    onBug: (error) => noticeBug(settings, error),
  };
}

/** Reports a failure of the simulator itself. */
export function noticeBug({ onNotice }: Settings, error: unknown): void {
  // Its message says what to do; only a bug needs its stack.
  if (error instanceof SimulatorError && error.code !== "SIM_BUG")
    onNotice(`${error.code}: ${error.message}`);
  else onNotice(`batch-sim failed: ${error instanceof Error ? error.stack : String(error)}`);
}

const validatorBySpec = new WeakMap<Spec, Validator>();

/** One validator for each spec: setting one up costs more than a thousand requests. */
function validatorOf(spec: Spec): Validator {
  const validator = validatorBySpec.get(spec) ?? createValidator(spec);
  validatorBySpec.set(spec, validator);
  return validator;
}
