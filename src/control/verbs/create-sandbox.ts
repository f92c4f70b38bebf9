import { formatClockSpec, parseClockSpec } from "../../core/clock-spec.ts";
import { defined } from "../../core/defined.ts";
import { SimulatorError } from "../../core/errors.ts";
import { originOfUrl, seenUrl } from "../../core/urls.ts";
import type { SandboxOptions } from "../arguments.ts";
import type { ControlHost } from "../host.ts";
import type { MadeSandbox } from "../reports.ts";
import { sandboxSlug } from "../shared/sandbox-report.ts";
import { defineVerb, type Verb } from "../verb.ts";

export const createSandboxVerb: Verb<SandboxOptions, MadeSandbox> = defineVerb({
  route: "POST /sandboxes",
  summary: "Create a sandbox with its own key",
  body: "json",
  isOfServer: true,
  example: { scenario: { seed: 1 }, seed: 1, clock: "poll", name: "mine", replace: true },
  arguments: ({ z, clockSpec, optionalFlag, keys, optional, sandboxName, scenarioSource }) =>
    keys({
      scenario: optional(scenarioSource, "A built-in scenario's name, YAML text, or an object."),
      seed: optional(z.int(), "Seed for all random values in the sandbox."),
      clock: optional(
        clockSpec,
        "Mode of the clock, such as `real`, `60x`, `manual`, `poll`, or `poll:5s`.",
      ),
      name: optional(
        sandboxName,
        "The sandbox's name, such as a test's name. The same name and seed give the same IDs.",
      ),
      replace: optionalFlag("First delete any existing sandbox with this name. Default: false."),
    }),
  act: async ({ host, origin }, options) => {
    const { scenario: source, seed, clock, name: title, replace = false } = options;
    const scenario = source === undefined ? undefined : await host.scenarios.read(source);
    const name = title === undefined ? undefined : sandboxSlug(title, host.digest);
    if (name !== undefined) requireFree(name, host, replace);
    const change = {
      ...{ name, title: title === name ? undefined : title, scenario, seed },
      clock: clock === undefined ? undefined : parseClockSpec(clock),
    };
    const recipe = host.newRecipe(defined(change));
    host.sandboxes.add(recipe);
    const { baseUrl, deploymentUrl, controlUrl } = host.urls();
    const own = originOfUrl(controlUrl);
    const seen = (url: string): string => seenUrl(url, { own, seen: origin ?? own });
    return {
      name: recipe.name,
      title: title ?? recipe.name,
      apiKey: recipe.key ?? "",
      scenario: recipe.scenario.name,
      seed: recipe.seed,
      clock: formatClockSpec(recipe.clock),
      baseUrl: seen(baseUrl),
      deploymentUrl: seen(deploymentUrl),
    };
  },
});

/** Frees a name if `replace` is true. Throws a SimulatorError if the name is still taken. */
function requireFree(name: string, { sandboxes }: ControlHost, replace: boolean): void {
  const known = sandboxes.named(name);
  if (known === undefined || (replace && sandboxes.delete(known))) return;
  const hint = replace
    ? "The simulator was started with that sandbox's key, so the sandbox can't be replaced. Choose another name."
    : "Delete that sandbox, set `replace: true` to replace it, or choose another name.";
  const message = `Expected \`name\` to be unused, got \`${name}\`, the name of another sandbox. ${hint}`;
  throw new SimulatorError("SIM_SANDBOX_NAME", message, { issues: [{ path: "name", message }] });
}
