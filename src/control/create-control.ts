import { SimulatorError } from "../core/errors.ts";
import type { Control, SandboxHandle } from "./control.ts";
import { controlMethods } from "./control-methods.ts";
import type { DoVerb } from "./control-verbs.ts";
import type { MadeSandbox } from "./reports.ts";

/** Performs verbs in a key's sandbox. */
export type Reach = (apiKey: string) => DoVerb;

/** Control over a key's sandbox; `reach` performs the verbs. */
export function createControl(reach: Reach, apiKey: string): Control {
  const act = reach(apiKey);
  const methods = controlMethods(act, {
    clock: {
      advanceUntil: (goal, options = {}) =>
        act("advanceUntil", { ...options, ...(goal === "idle" ? { idle: true } : goal) }),
    },
    files: {
      put: (name, content, options = {}) =>
        act("putFile", { ...options, name, bytes: bytesOf(content) }),
    },
  });
  return {
    ...methods,
    sandbox: async (options = {}) => handleOf(reach, await act("createSandbox", options)),
  };
}

function handleOf(reach: Reach, made: MadeSandbox): SandboxHandle {
  const control = createControl(reach, made.apiKey);
  const dispose = async (): Promise<void> => {
    await control.delete().catch((error: unknown) => {
      // Already deleted or dropped, so nothing is left to dispose of.
      const isGone = error instanceof SimulatorError && error.code === "SIM_UNKNOWN_SANDBOX";
      if (!isGone) throw error;
    });
  };
  const { clock, report, expectFinding, expectClientError } = control;
  return {
    ...made,
    control,
    clock,
    report,
    expectFinding,
    expectClientError,
    [Symbol.asyncDispose]: dispose,
  };
}

function bytesOf(content: Uint8Array | string): Uint8Array {
  return typeof content === "string" ? new TextEncoder().encode(content) : content;
}
