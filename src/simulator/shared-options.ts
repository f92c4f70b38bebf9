import { formatClockSpec } from "../core/clock-spec.ts";
import type { OptionRow } from "../options/option-row.ts";
import type { PlainOptions } from "../options/options.ts";
import { SIMULATOR_TABLE } from "../options/simulator-table.ts";
import type { LeaderAddress } from "../stores/stores.ts";
import { sha256 } from "./recipes.ts";
import type { ServerParts } from "./server-parts.ts";

/** The options that must be the same for all replicas, as strings. */
export type SharedOptions = Readonly<Record<string, string>>;

/** Options that may differ between replicas. */
const OWN: ReadonlySet<keyof PlainOptions> = new Set([
  ...(["port", "host", "allowedHosts", "store", "tls", "control", "watch"] as const),
  ...(["drainMs", "onExchange", "onNotice"] as const),
]);

const SECRET: ReadonlySet<string> = new Set(["apiKeys", "controlToken"]);

export function sharedOptionsOf({ settings, staged, document }: ServerParts): SharedOptions {
  const names = Object.keys(SIMULATOR_TABLE) as (keyof PlainOptions)[];
  const shared = names.filter((name) => !OWN.has(name));
  const values = shared.map((name) => [name, textOf(name, settings[name])] as const);
  return {
    ...Object.fromEntries(values),
    clock: settings.clock === undefined ? "unset" : formatClockSpec(settings.clock),
    scenario: staged.scenario.name,
    // A watched file may change while other replicas are running.
    ...(settings.watch ? {} : { "scenario's content": sha256(JSON.stringify(staged.scenario)) }),
    "spec's content": sha256(JSON.stringify(document)),
  };
}

function textOf(name: keyof PlainOptions, value: unknown): string {
  if (value === undefined) return "unset";
  // Each process may have a different port.
  if (name === "deploymentPort" || typeof value === "function") return "set";
  const text = Array.isArray(value) ? value.join(", ") || "none" : String(value);
  return SECRET.has(name) ? sha256(text) : text;
}

/** The differences between this process's options and the leader's; undefined if there are none. */
export function differenceOf(
  own: SharedOptions,
  { options }: Pick<LeaderAddress, "options">,
): string | undefined {
  const leader: SharedOptions = JSON.parse(options);
  // A replica of a different version may have different options.
  const names = Object.keys(own).filter((name) => name in leader && own[name] !== leader[name]);
  if (names.length === 0) return undefined;
  return names.map((name) => describe(name, own[name], leader[name])).join(", ");
}

function describe(name: string, own: string | undefined, leader: string | undefined): string {
  const { flag }: OptionRow = SIMULATOR_TABLE[name as keyof PlainOptions] ?? {};
  if (name.endsWith(" content")) return `the ${name}`;
  const shown = flag === undefined ? `\`${name}\`` : `\`--${flag}\``;
  if (SECRET.has(name)) return shown;
  return `${shown} (\`${own}\` here, \`${leader}\` there)`;
}
