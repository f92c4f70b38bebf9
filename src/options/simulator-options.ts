import type { Options } from "./option-table.ts";
import type { PlainOptions } from "./options.ts";
import { SIMULATOR_TABLE } from "./simulator-table.ts";

/** The part of a command's options that `startSimulator` takes. */
export function simulatorOptions(options: Options): PlainOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(SIMULATOR_TABLE, name)),
  );
}
