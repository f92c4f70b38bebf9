import type { Scenario } from "../../core/scenario.ts";
import { DamageError, type StoredSandbox } from "../../state/open-sandbox.ts";
import type { SandboxRecipe } from "../../state/sandbox.ts";
import type { SqlRow } from "../database.ts";
import type { HashedValues } from "./hashed-values.ts";

/**
 * Selects each sandbox, with its current scenario, the numbers of its newest rows, and the numbers
 * of its newest dropped records. If a journal has no rows, both its numbers are `last_exchange`.
 */
export const ALL_SANDBOXES = `
  SELECT id, recipe, opened_at, written_at, is_used, has_ended, last_exchange, reserved_exchanges,
    (SELECT json FROM entry WHERE sandbox = s.id AND kind = 'scenarioPlayed' AND id = '') AS played,
    (SELECT coalesce(max(position), 0) FROM entry WHERE sandbox = s.id) AS position,
    (SELECT coalesce(max(number), s.last_exchange) FROM exchange WHERE sandbox = s.id) AS exchanges,
    (SELECT coalesce(max(number), 0) FROM trace WHERE sandbox = s.id) AS traces,
    (SELECT coalesce(min(number) - 1, s.last_exchange) FROM exchange WHERE sandbox = s.id) AS dropped_exchanges,
    (SELECT coalesce(min(number), 1) - 1 FROM trace WHERE sandbox = s.id) AS dropped_traces
  FROM sandbox AS s ORDER BY written_at, id`;

/** A row of the table `sandbox`, with related data from the other tables. */
export type SandboxRow = Readonly<ReturnType<typeof sandboxRow>>;

export function sandboxRow(row: SqlRow) {
  const number = (column: string): number => Number(row[column]);
  const records = (column: string) => {
    const [newest, numDropped] = [number(column), number(`dropped_${column}`)];
    return { newest, numDropped, length: newest - numDropped };
  };
  const { played } = row;
  return {
    id: number("id"),
    /** JSON, which may be damaged. */
    recipe: String(row["recipe"]),
    /** The entry with the scenario in effect; undefined if the recipe's scenario is in effect. */
    played: played == null ? undefined : String(played),
    openedAt: number("opened_at"),
    writtenAt: number("written_at"),
    isUsed: number("is_used") === 1,
    hasEnded: number("has_ended") === 1,
    /** Position of the newest entry; 0 if there is none. */
    position: number("position"),
    /** The highest ID of a stored exchange. */
    lastId: number("last_exchange"),
    /** The highest ID that may have been assigned. */
    reservedId: number("reserved_exchanges"),
    exchanges: records("exchanges"),
    traces: records("traces"),
  };
}

/** Converts a recipe to JSON, with hashes instead of scenarios. Call this within a transaction. */
export function recipeJson(recipe: SandboxRecipe, scenarios: HashedValues<Scenario>): string {
  return JSON.stringify(recipe, (key, value) =>
    key === "scenario" && value !== undefined ? scenarios.refOf(value) : value,
  );
}

/**
 * Returns a stored sandbox's recipe and scenario. If one of them is damaged, returns substitutes
 * and the error, or throws the DamageError if `substitute` is undefined.
 */
export function readRecipe(
  { id, recipe: json, played }: SandboxRow,
  store: string,
  scenarios: HashedValues<Scenario>,
  substitute: Scenario | undefined,
): Pick<StoredSandbox, "recipe" | "scenario"> & { readonly damage?: DamageError } {
  let data: Partial<SandboxRecipe> | null = null;
  try {
    data = JSON.parse(json);
    const recipe: SandboxRecipe = JSON.parse(json, (key, value) =>
      key === "scenario" ? scenarios.get(value) : value,
    );
    if (typeof recipe.name !== "string") throw new TypeError("its name is missing");
    if (recipe.scenario === undefined || recipe.asked === undefined)
      throw new TypeError("its scenario is missing");
    if (played === undefined) return { recipe, scenario: recipe.scenario };
    return { recipe, scenario: scenarios.get(JSON.parse(played).scenario) };
  } catch (cause) {
    const own = `damaged-${id}`;
    const { name = own, key } = data?.name === undefined ? { key: own } : data;
    const damage = new DamageError(name, store, cause);
    if (substitute === undefined) throw damage;
    const scenario = substitute;
    const recipe = { name, key, scenario, seed: 1, clock: { mode: "real" }, asked: {} } as const;
    return { recipe, scenario, damage };
  }
}
