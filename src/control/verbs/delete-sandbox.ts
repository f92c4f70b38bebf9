import { SimulatorError } from "../../core/errors.ts";
import { defineVerb, type NoArguments, type Verb } from "../verb.ts";

/**
 * Deletes the sandbox. The simulator no longer accepts its key. A sandbox can't be deleted if the
 * simulator was started with its key.
 *
 * @method delete()
 */
export const deleteSandboxVerb: Verb<NoArguments, void> = defineVerb({
  route: "DELETE /sandbox",
  summary: "Delete the sandbox",
  worksUnread: true,
  act: ({ host, sandbox }) => {
    if (host.sandboxes.delete(sandbox)) return;
    throw new SimulatorError(
      "SIM_SANDBOX_KEPT",
      `Failed to delete the sandbox \`${sandbox.name}\`: the simulator was started with its key. Reset the sandbox instead.`,
    );
  },
});
