import { COMMAND_TABLE, type CommandOptions } from "./command-table.ts";
import { EXPLORE_TABLE, type ExploreOptions } from "./explore-table.ts";
import type { OptionRow } from "./option-row.ts";
import type { PlainOptions } from "./options.ts";
import { SIMULATOR_TABLE } from "./simulator-table.ts";
import { VERIFY_TABLE, type VerifyOptions } from "./verify-table.ts";

/** Values for any of the options. */
export type Options = PlainOptions & CommandOptions & ExploreOptions & VerifyOptions;

/** The name of an option, in a program and in a project file. */
export type OptionName = keyof Options;

/** Every option; the types, checks, help text, and documentation of options follow from it. */
export const OPTION_TABLE: {
  readonly [Name in OptionName]-?: OptionRow<NonNullable<Options[Name]>>;
} = { ...SIMULATOR_TABLE, ...COMMAND_TABLE, ...EXPLORE_TABLE, ...VERIFY_TABLE };

/** The rows of the table with their names. */
export const OPTION_ROWS: readonly (readonly [OptionName, OptionRow])[] = Object.entries(
  OPTION_TABLE,
) as (readonly [OptionName, OptionRow])[];

/** The part of a command's options that `startSimulator` takes. */
export function simulatorOptions(options: Options): PlainOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(SIMULATOR_TABLE, name)),
  );
}
