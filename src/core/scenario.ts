import type { Assumptions } from "./assumption.ts";
import type { ClockSpec } from "./clock-spec.ts";
import type { FaultRule } from "./fault-rule.ts";
import { DEFAULT_PROFILE, type Profile } from "./job/profile.ts";
import type { Integer, JsonValue } from "./json.ts";
import type { Model } from "./model.ts";
import type { ProfileRule } from "./profile-rule.ts";
import type { RowRule, ValueKind } from "./rows/row-rule.ts";
import type { DeliveryRule, ScenarioWebhook } from "./webhooks/endpoint.ts";

/** A scenario as validated plain data, with durations in milliseconds. */
export type Scenario = {
  readonly name: string;
  /** One line about what happens; may be empty. */
  readonly description: string;
  /** One line about how a good client reacts; may be empty. */
  readonly goodClient: string;
  /** Seed for all random values. The option `seed` takes precedence. */
  readonly seed?: Integer;
  readonly clock?: ClockSpec;
  /** Values of assumptions, by ID. Other assumptions keep the spec's values. */
  readonly assumptions: Assumptions;
  /** Changes to models, by ID. A model that isn't in the catalog is based on the default model. */
  readonly models: Readonly<Record<string, ModelChange>>;
  /** Datasets that exist from the start, by ID. */
  readonly datasets: Readonly<Record<string, ScenarioDataset>>;
  /** Job profiles. The first profile that matches a create request applies. */
  readonly profiles: readonly ProfileRule[];
  /** Maximum number of jobs starting or running at the same time. Default: unlimited. */
  readonly capacity?: Integer;
  /** Kind of values in rows that no rule matches. Default: `plausible`. */
  readonly values?: ValueKind;
  /** Row rules. The first rule that matches a row applies. */
  readonly rows: readonly RowRule[];
  /** Fault rules, in order. On each call, the first rule whose conditions are met fires. */
  readonly faults: readonly FaultRule[];
  /** Webhook endpoints that exist from the start. */
  readonly webhooks?: readonly ScenarioWebhook[];
  /** Delivery rules. The first rule that matches a delivery applies. */
  readonly deliveries?: readonly DeliveryRule[];
};

/** Fields of a model entry that a scenario can change. */
export type ModelChange = Partial<Omit<Model, "id">>;

/** A dataset's rows, or the paths of the files that contain them, in order. */
export type ScenarioDataset =
  | { readonly kind: "rows"; readonly rows: readonly DatasetRow[] }
  | { readonly kind: "files"; readonly paths: readonly string[] };

/** A row of a dataset: its input, or its columns by name. */
export type DatasetRow = string | Readonly<Record<string, JsonValue>>;

/**
 * Applies `over` to `base`. `over` takes precedence: its faults and rows come first, and the
 * non-default settings of its first profile apply to every profile. Ignores the name, descriptions,
 * seed, clock, datasets, webhooks, and deliveries of `over`.
 */
export function overScenario(base: Scenario, over: Scenario | undefined): Scenario {
  if (over === undefined) return base;
  return {
    ...base,
    assumptions: { ...base.assumptions, ...over.assumptions },
    models: { ...base.models, ...over.models },
    profiles: overProfiles(base.profiles, over.profiles[0]?.profile),
    rows: [...over.rows, ...base.rows],
    faults: [...over.faults, ...base.faults],
    ...(over.values !== undefined && { values: over.values }),
    ...(over.capacity !== undefined && { capacity: over.capacity }),
  };
}

function overProfiles(
  base: readonly ProfileRule[],
  over: Profile | undefined,
): readonly ProfileRule[] {
  if (over === undefined) return base;
  const changed = Object.entries(over).filter(
    ([name, value]) =>
      JSON.stringify(value) !== JSON.stringify(DEFAULT_PROFILE[name as keyof Profile]),
  );
  const changes: Partial<Profile> = Object.fromEntries(changed);
  return [
    ...base.map((rule) => ({ ...rule, profile: { ...rule.profile, ...changes } })),
    { profile: over },
  ];
}
