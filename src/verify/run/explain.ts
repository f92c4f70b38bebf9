import type { Assumptions } from "../../core/assumption.ts";
import { SimulatorError } from "../../core/errors.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { JsonValue } from "../../core/json.ts";
import { type Assumption, assumptionsOf, valuesOf } from "../../spec/assumptions-of.ts";
import { asObjects, asStrings } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { compare } from "../compare/compare.ts";
import { type Difference, type Differences, differenceKey } from "../compare/difference.ts";
import {
  assumptionsBehind,
  type Explained,
  explainedByPatch,
  overlayText,
} from "../patch/explained.ts";

/** Runs the plan against the simulator with these assumptions or an additional overlay (YAML). */
export type Simulate = (change: {
  readonly assumptions?: Assumptions;
  readonly overlay?: string;
}) => Promise<{ readonly exchanges: readonly Exchange[]; readonly spec: Spec }>;

export type Explanation = {
  readonly groups: readonly Explained[];
  /** An overlay that removes as many differences as possible; undefined if none can be removed. */
  readonly overlay: string | undefined;
  readonly left: readonly Explained[];
  /** The simulator's calls without the overlay. */
  readonly simulator: readonly Exchange[];
};

/**
 * Compares a service's calls with the simulator's. Tries each assumption value that might explain a
 * difference; the value explains the differences that it removes. Then makes patches for all other
 * differences, and keeps only the patches that remove their differences.
 */
export async function explain(
  service: Parameters<typeof compare>[0],
  simulate: Simulate,
): Promise<Explanation> {
  const compared: Comparing = async (change) => {
    const { exchanges, spec } = await simulate(change);
    return { differences: compare(service, exchanges, spec), spec, exchanges };
  };
  const base = await compared({});
  const known = await byAssumptions(base, compared);
  const groups = [...known.groups, ...explainedByPatch(known.differences, known.spec)];
  const kept = await working(groups, compared);
  return {
    groups,
    overlay: kept.length === 0 ? undefined : overlayText(kept),
    left: groups.filter((group) => !kept.includes(group)),
    simulator: base.exchanges,
  };
}

type Compared = Awaited<ReturnType<Simulate>> & { readonly differences: Differences };

type Comparing = (change: Parameters<Simulate>[0]) => Promise<Compared>;

async function byAssumptions(start: Compared, compared: Comparing) {
  const groups: Explained[] = [];
  let assumptions: Assumptions = {};
  let current = start;
  for (const { id, value, isDeviation } of candidates(start)) {
    if (current.differences.length === 0) break;
    if (id in assumptions) continue;
    const tried = await compared({ assumptions: { ...assumptions, [id]: value } });
    const [first, ...others] = without(current.differences, tried.differences);
    if (first === undefined || without(tried.differences, current.differences).length > 0) continue;
    assumptions = { ...assumptions, [id]: value };
    current = tried;
    groups.push({
      class: isDeviation ? "contradicts" : "answers",
      assumption: { id, value },
      differences: [first, ...others],
      actions: [{ target: `$['x-assumptions']['${id}']`, update: { default: value } }],
    });
  }
  return { groups, ...current };
}

function candidates({ differences, spec }: Compared) {
  const { document, assumptions } = spec;
  const clues = new Set(differences.flatMap((each) => cluesIn(each, spec)));
  const parts = new Set(differences.flatMap((each) => partsBehind(each, spec)));
  const marked = JSON.stringify([document["paths"], document["components"], document["x-errors"]]);
  const isLikely = ({ id, effects, sets }: Assumption): boolean =>
    clues.has(id) || [...clues].some((clue) => JSON.stringify([effects, sets]).includes(clue));
  const isHidden = ({ id, section }: Assumption): boolean =>
    !marked.includes(`"${id}"`) && parts.has(section.split(",")[0] ?? "");
  const registry = assumptionsOf(document);
  const hidden = registry.filter((entry) => !isLikely(entry) && isHidden(entry));
  return [...registry.filter(isLikely), ...hidden].flatMap((entry) => {
    const isPossible = (value: JsonValue): boolean =>
      value !== assumptions[entry.id] &&
      !String(value).includes(" ") &&
      // A numeric value is an HTTP status, so it is possible only if the service responded with it.
      (typeof value !== "number" || differences.some(({ service }) => service === String(value)));
    return (valuesOf(entry) ?? [])
      .filter(isPossible)
      .map((value) => ({ id: entry.id, value, isDeviation: entry.deviations.includes(value) }));
  });
}

/** IDs of assumptions that a difference depends on, and the difference's place in the spec. */
function cluesIn(difference: Difference, spec: Spec): readonly string[] {
  const { kind, operationId, error } = difference;
  const place = error === undefined ? `operation:${operationId}/` : `/x-errors/${error}/`;
  return [...assumptionsBehind(difference, spec), kind === "state" ? "x-states" : place];
}

function partsBehind({ kind, operationId }: Difference, { document }: Spec): readonly string[] {
  if (kind === "state") return ["3", "4.3"];
  const own = asObjects(document["x-interface"]).filter(({ operations }) =>
    asStrings(operations).includes(operationId),
  );
  return [...own.map(({ part }) => String(part)), ...(kind === "field" ? ["2"] : [])];
}

/** The groups whose patches together remove the groups' differences and add no others. */
async function working(
  groups: readonly Explained[],
  compared: Comparing,
): Promise<readonly Explained[]> {
  const patches = groups.filter(({ actions }) => actions.length > 0);
  const all = groups.flatMap(({ differences }) => differences);
  const removedBy = async (some: readonly Explained[]) => {
    if (some.length === 0) return [];
    const patched = await compared({ overlay: overlayText(some) }).catch((error: unknown) => {
      // The overlay makes the spec invalid, or makes jobs unreadable.
      if (error instanceof SimulatorError) return undefined;
      throw error;
    });
    const left = patched?.differences;
    if (left === undefined || without(left, all).length > 0) return undefined;
    return some.filter(
      ({ differences }) => without(differences, left).length === differences.length,
    );
  };
  const together = await removedBy(patches);
  if (together !== undefined && together.length === patches.length) return together;
  // At least one patch is useless or harmful, so try them one by one.
  let kept: readonly Explained[] = [];
  for (const group of together ?? patches) {
    const tried = await removedBy([...kept, group]);
    if (tried?.length === kept.length + 1) kept = [...kept, group];
  }
  return kept;
}

function without(differences: Differences, others: Differences): Differences {
  const keys = new Set(others.map(differenceKey));
  return differences.filter((each) => !keys.has(differenceKey(each)));
}
