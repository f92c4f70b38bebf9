import { formatClockSpec, parseClockSpec } from "../../core/clock-spec.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { SandboxOptions } from "../arguments.ts";
import type { RecipeChange, VerbScope } from "../host.ts";
import type { MadeSandbox } from "../reports.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Creates a sandbox with its own key. */
export const createSandboxVerb: Verb<SandboxOptions, MadeSandbox> = defineVerb({
  route: {
    method: "POST",
    path: "/sandboxes",
    body: "json",
    isOfServer: true,
    summary: "Create a sandbox with its own key",
  },
  arguments: ({ z, clockSpec, keys, optional, sandboxName, scenarioSource }) =>
    keys({
      scenario: optional(scenarioSource, "A built-in scenario's name, YAML text, or an object."),
      seed: optional(z.int(), "Seed of everything random in the sandbox."),
      clock: optional(
        clockSpec,
        "How its clock moves: `real`, `60x`, `manual`, `poll`, or `poll:5s`.",
      ),
      name: optional(sandboxName, "Its name: the same name and seed give the same IDs."),
    }),
  response: ({ z }) =>
    z.strictObject({
      name: z.string(),
      apiKey: z.string(),
      scenario: z.string(),
      seed: z.int(),
      clock: z.string(),
      baseUrl: z.string(),
      deploymentUrl: z.string(),
    }),
  act: createSandbox,
});

async function createSandbox(
  { host, origin }: VerbScope,
  options: SandboxOptions,
): Promise<MadeSandbox> {
  const { scenario: source, seed, clock, name } = options;
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

function takenName(name: string): SimulatorError {
  const message = `Expected \`name\` to be that of no other sandbox, got \`${name}\`, which there is: equal names would give equal ids. Delete that one first, or choose another.`;
  return new SimulatorError("SIM_SANDBOX_NAME", message, { issues: [{ path: "name", message }] });
}
