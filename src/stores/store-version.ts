import { SimulatorError } from "../core/errors.ts";

/** Version of the tables, which are the same in each kind of database. */
export const STORE_VERSION = 3;

/** A store that is about to be opened. */
export type FoundStore = {
  /** The file or the URL. */
  readonly name: string;
  /** Undefined if it has no tables. */
  readonly version: number | undefined;
  /** Where a store of this program could be instead. */
  readonly elsewhere: string;
};

/** Statements that turn the tables of a version into those of the next one. */
export type Migrations = Readonly<Record<number, string>>;

/** The oldest version that is migrated. */
const OLDEST_VERSION = 2;

/** The statements that make a store of an older version one of this program's. */
export function migrationFrom(version: number, migrations: Migrations): string {
  const steps = Object.keys(migrations).filter((from) => Number(from) >= version);
  return steps.map((from) => migrations[Number(from)]).join("\n");
}

/** What is about to be done with a store. */
export type OpeningStore = {
  /** Whether everything in it is going to be deleted, which works with older tables as well. Default: false. */
  readonly isReset?: boolean;
};

/** Throws a SimulatorError for a store without tables, or whose tables this program can neither use nor migrate. */
export function requireVersion(found: FoundStore, { isReset = false }: OpeningStore = {}): void {
  const { name, version, elsewhere } = found;
  if (version === undefined) throw noTables(name);
  if (version > STORE_VERSION)
    throw rejected(
      found,
      `this program knows versions up to ${STORE_VERSION}. Use a newer batch-sim, or another ${elsewhere}.`,
    );
  if (version < OLDEST_VERSION && !isReset)
    throw rejected(
      found,
      `this program needs version ${OLDEST_VERSION} or later. Delete everything in it with \`batch-sim store reset\`, or use another ${elsewhere}.`,
    );
}

/** The error for a store that no simulator has used yet. */
export function noTables(name: string): SimulatorError {
  return new SimulatorError(
    "SIM_STORE",
    `Failed to find the store \`${name}\`: it has no tables; a simulator creates them when it starts.`,
  );
}

function rejected({ name, version }: FoundStore, problem: string): SimulatorError {
  const origin = version === 1 ? ", from before the first release" : "";
  const message = `Failed to open the store \`${name}\`: its version is ${version}${origin}, and ${problem}`;
  return new SimulatorError("SIM_STORE", message);
}
