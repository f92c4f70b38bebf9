import { SimulatorError } from "../core/errors.ts";
import { loaded } from "../state/loading.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { CONTROL_VERBS, type ResponseOf, type VerbName } from "./control-verbs.ts";
import type { ControlHost } from "./host.ts";
import { readArguments } from "./read-arguments.ts";
import { actsOnServer } from "./verb.ts";

export type Caller = {
  readonly key: string | undefined;
  /** Name of the sandbox; takes precedence over the key. */
  readonly sandboxName?: string | undefined;
  readonly origin?: string | undefined;
  /** Aborts when the caller no longer waits. */
  readonly signal?: AbortSignal;
};

export type VerbCall<Name extends VerbName> = { readonly name: Name; readonly args: unknown };

/** Performs a verb. Rejects with a SimulatorError for invalid arguments or keys, or if it fails. */
export async function perform<Name extends VerbName>(
  host: ControlHost,
  { key, sandboxName, origin, signal }: Caller,
  { name, args: given }: VerbCall<Name>,
): Promise<ResponseOf<Name>> {
  const verb = CONTROL_VERBS[name];
  const args = await readArguments(verb, given);
  const { worksUnread, usesRecords, isPublic } = verb;
  const find = (): Sandbox => findSandbox(host, { key, sandboxName });
  let leave = (): void => {};
  try {
    const sandbox = actsOnServer(verb, args)
      ? host.sandboxes.default
      : worksUnread
        ? find()
        : await loaded(find, usesRecords);
    leave = host.sandboxes.enter(sandbox);
    const response = await verb.act({ host, sandbox, origin, signal }, args);
    // A public verb, such as `getHealth`, reveals nothing that has to be stored.
    if (!isPublic) await host.saved(sandbox);
    return response;
  } catch (error) {
    // Even a "not found" error may be wrong if another process has changed the state.
    if (!isPublic) await host.saved(host.sandboxes.default);
    throw error;
  } finally {
    leave();
  }
}

/** The sandbox with this name or for this key. Throws a SimulatorError if it doesn't exist. */
export function findSandbox(
  { sandboxes }: ControlHost,
  { key, sandboxName }: Pick<Caller, "key" | "sandboxName">,
): Sandbox {
  const named = sandboxName === undefined ? undefined : sandboxes.named(sandboxName);
  const ofKey = key === undefined ? undefined : sandboxes.forKey(key);
  const sandbox = sandboxName === undefined ? ofKey : named;
  if (sandbox !== undefined) return sandbox;
  throw new SimulatorError(
    "SIM_UNKNOWN_SANDBOX",
    sandboxName === undefined
      ? "Failed to find the API key's sandbox: the key is not accepted, or its sandbox was deleted or dropped as the least recently used one. Create a new sandbox, or raise `maxSandboxes` and `maxSandboxBytes`."
      : `Failed to find the sandbox \`${sandboxName}\`: it does not exist, or it was deleted or dropped. GET /_sim/sandboxes lists all sandboxes.`,
  );
}
