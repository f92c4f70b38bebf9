import { DEFAULT_PROFILE, type Profile } from "./job/profile.ts";
import type { ProfileRule } from "./profile-rule.ts";
import type { Scenario } from "./scenario.ts";

/**
 * A scenario with another one applied over it, which takes precedence: its faults and rows come
 * first, and the parts of its first profile replace those of every profile. Name, datasets, seed,
 * and clock stay.
 */
export function overScenario(base: Scenario, over: Scenario | undefined): Scenario {
  if (over === undefined) return base;
  const values = over.values ?? base.values;
  const capacity = over.capacity ?? base.capacity;
  return {
    ...base,
    assumptions: { ...base.assumptions, ...over.assumptions },
    models: { ...base.models, ...over.models },
    profiles: overProfiles(base.profiles, over.profiles[0]?.profile),
    rows: [...over.rows, ...base.rows],
    faults: [...over.faults, ...base.faults],
    ...(values === undefined ? {} : { values }),
    ...(capacity === undefined ? {} : { capacity }),
  };
}

function overProfiles(
  base: readonly ProfileRule[],
  over: Profile | undefined,
): readonly ProfileRule[] {
  if (over === undefined) return base;
  const changed = Object.entries(over).filter(
    ([name, value]) => !isSame(value, DEFAULT_PROFILE[name as keyof Profile]),
  );
  const changes: Partial<Profile> = Object.fromEntries(changed);
  return [
    ...base.map((rule) => ({ ...rule, profile: { ...rule.profile, ...changes } })),
    { profile: over },
  ];
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one) === JSON.stringify(other);
}
