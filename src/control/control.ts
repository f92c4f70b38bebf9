import { SimulatorError } from "../core/errors.ts";
import type { SandboxOptions } from "./arguments.ts";
import { type ControlMethods, controlMethods } from "./control-methods.ts";
import type { DoVerb } from "./control-verbs.ts";
import type { MadeSandbox } from "./reports.ts";

/** Controls one sandbox, in process or over HTTP. Failed calls reject with a SimulatorError. */
export type Control = ControlMethods & {
  /** Creates another sandbox on the same server; disposing of its handle deletes the sandbox. */
  readonly sandbox: (options?: SandboxOptions) => Promise<SandboxHandle>;
};

/**
 * A separate sandbox: give `baseUrl` and `apiKey` to the client under test.
 *
 * @example
 * await using box = await sim.sandbox({ scenario: "job-fails-midway" });
 * await expect(new MyClient(box).run(["a"])).rejects.toThrow("out of memory");
 * await expectNoFindings(box);
 */
export type SandboxHandle = Omit<MadeSandbox, "clock"> &
  Pick<ControlMethods, "clock" | "report" | "expectFinding" | "expectClientError"> & {
    /** Controls and inspects the sandbox. */
    readonly control: Control;
    /** Waits for a webhook delivery; the same as `control.waitForDelivery`. */
    readonly waitForWebhook: Control["waitForDelivery"];
    /** Deletes the sandbox. */
    readonly [Symbol.asyncDispose]: () => Promise<void>;
  };

export type Reach = (apiKey: string) => DoVerb;

export function createControl(reach: Reach, apiKey: string): Control {
  const act = reach(apiKey);
  const methods = controlMethods(act, {
    clock: {
      advanceUntil: (goal, options = {}) => {
        const asked = typeof goal === "object" ? goal : { idle: goal === "idle" || goal };
        return act("advanceUntil", { ...options, ...asked });
      },
    },
    files: {
      put: (name, content, options = {}) =>
        act("putFile", {
          ...{ ...options, name },
          bytes: typeof content === "string" ? new TextEncoder().encode(content) : content,
        }),
    },
  });
  return {
    ...methods,
    sandbox: async (options = {}) => handleOf(reach, await act("createSandbox", options)),
  };
}

function handleOf(reach: Reach, made: MadeSandbox): SandboxHandle {
  const control = createControl(reach, made.apiKey);
  const { clock, report, expectFinding, expectClientError, waitForDelivery } = control;
  return {
    ...{ ...made, control, clock, report, expectFinding, expectClientError },
    waitForWebhook: waitForDelivery,
    [Symbol.asyncDispose]: () =>
      control.delete().catch((error: unknown) => {
        // If the sandbox was already deleted or dropped, there is nothing to dispose of.
        const isGone = error instanceof SimulatorError && error.code === "SIM_UNKNOWN_SANDBOX";
        if (!isGone) throw error;
      }),
  };
}
