import { formatClockSpec, parseClockSpec } from "../../core/clock-spec.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { Sandbox } from "../../state/sandbox.ts";
import type { RecipeChange, Scope } from "../host.ts";
import type { Health, MadeSandbox, SandboxReport } from "../reports.ts";
import type { ArgumentsOf } from "../verb.ts";

/** Makes a sandbox under a key of its own. */
export async function createSandbox(
  { host, origin }: Scope,
  { scenario: source, seed, clock, name }: ArgumentsOf<"createSandbox">,
): Promise<MadeSandbox> {
  const scenario = source === undefined ? undefined : await host.scenarios.read(source);
  if (name !== undefined && host.sandboxes.named(name) !== undefined) throw takenName(name);
  const spec = clock === undefined ? undefined : parseClockSpec(clock);
  const change: RecipeChange = {
    ...(name === undefined ? {} : { name }),
    ...(scenario === undefined ? {} : { scenario }),
    ...(seed === undefined ? {} : { seed }),
    ...(spec === undefined ? {} : { clock: spec }),
  };
  const recipe = host.newRecipe(change);
  host.sandboxes.add(recipe);
  const { baseUrl, deploymentUrl, controlUrl } = host.urls();
  const seen = (url: string): string =>
    origin === undefined ? url : url.replace(new URL(controlUrl).origin, origin);
  return {
    name: recipe.name,
    apiKey: recipe.key ?? "",
    scenario: recipe.scenario.name,
    seed: recipe.seed,
    clock: formatClockSpec(recipe.clock),
    baseUrl: seen(baseUrl),
    deploymentUrl: seen(deploymentUrl),
  };
}

/** All sandboxes: the default one, then the others, the one that was unused for the longest time first. */
export function listSandboxes(scope: Scope): readonly SandboxReport[] {
  return scope.host.sandboxes.all().map((sandbox) => reportOf(scope, sandbox));
}

/** The sandbox of the key. */
export function getSandbox(scope: Scope): SandboxReport {
  return reportOf(scope, scope.sandbox);
}

/** Deletes the sandbox of the key. */
export function deleteSandbox({ host, sandbox }: Scope): void {
  if (host.sandboxes.delete(sandbox)) return;
  throw new SimulatorError(
    "SIM_SANDBOX_KEPT",
    `Failed to delete the sandbox \`${sandbox.name}\`: the simulator was started with its key. Reset it instead.`,
  );
}

/** Starts the sandbox of the key anew. */
export function reset({ host, sandbox }: Scope): void {
  host.sandboxes.reset(sandbox);
}

/** That the server answers. */
export function getHealth({ host }: Scope): Health {
  return { status: "ok", version: host.version, sandboxes: host.sandboxes.all().length };
}

function takenName(name: string): SimulatorError {
  const message = `Expected \`name\` to be that of no other sandbox, got \`${name}\`, which there is: equal names would give equal ids. Delete that one first, or choose another.`;
  return new SimulatorError("SIM_SANDBOX_NAME", message, { issues: [{ path: "name", message }] });
}

function reportOf(scope: Scope, sandbox: Sandbox): SandboxReport {
  const { name, scenario, seed, clock, store, journal, byteLength } = sandbox;
  return {
    name,
    scenario: scenario.name,
    seed,
    clock: formatClockSpec(clock.spec),
    now: clock.now(),
    jobs: store.jobs().length,
    exchanges: journal.exchanges().length,
    byteLength,
    openRequests: sandbox.uses - (sandbox === scope.sandbox ? 1 : 0),
  };
}
