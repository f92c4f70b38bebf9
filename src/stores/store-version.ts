import { SimulatorError } from "../core/errors.ts";

/** Version of the tables, which are the same in each kind of database. */
export const STORE_VERSION = 2;

/** A store that is about to be opened. */
export type FoundStore = {
  /** The file or the URL. */
  readonly name: string;
  readonly version: number;
  /** Where a store of this program could be instead. */
  readonly elsewhere: string;
};

/** What is about to be done with a store. */
export type OpeningStore = {
  /** Whether everything in it is going to be deleted, which works with older tables as well. Default: false. */
  readonly isReset?: boolean;
};

/** Throws a SimulatorError for a store whose tables this program can't use. */
export function requireVersion(found: FoundStore, { isReset = false }: OpeningStore): void {
  const { version, elsewhere } = found;
  if (version > STORE_VERSION)
    throw rejected(
      found,
      `this program knows versions up to ${STORE_VERSION}. Use a newer batch-sim, or another ${elsewhere}.`,
    );
  if (version < STORE_VERSION && !isReset)
    throw rejected(
      found,
      `this program needs version ${STORE_VERSION}. Delete everything in it with \`batch-sim store reset\`, or use another ${elsewhere}.`,
    );
}

function rejected({ name, version }: FoundStore, problem: string): SimulatorError {
  const origin = version === 1 ? ", from before the first release" : "";
  const message = `Failed to open the store \`${name}\`: its version is ${version}${origin}, and ${problem}`;
  return new SimulatorError("SIM_STORE", message);
}
