import { COMMAND_TABLE } from "./command-table.ts";
import { EXPLORE_TABLE } from "./explore-table.ts";
import { type OptionRow, optionWords, type ValuesOf } from "./option-row.ts";
import type { PlainOptions } from "./options.ts";
import { SIMULATOR_TABLE } from "./simulator-table.ts";
import { VERIFY_TABLE } from "./verify-table.ts";

export type Options = PlainOptions &
  ValuesOf<typeof COMMAND_TABLE & typeof EXPLORE_TABLE & typeof VERIFY_TABLE>;

export type OptionName = keyof Options;

/** Every option; the options' types, checks, help, and documentation come from this table. */
export const OPTION_TABLE: {
  readonly [Name in OptionName]-?: OptionRow<NonNullable<Options[Name]>>;
} = { ...SIMULATOR_TABLE, ...COMMAND_TABLE, ...EXPLORE_TABLE, ...VERIFY_TABLE };

export const OPTION_ROWS: readonly (readonly [OptionName, OptionRow])[] = Object.entries(
  OPTION_TABLE,
) as (readonly [OptionName, OptionRow])[];

/** Arguments for the seed, the command's variables, and the options that affect responses. */
export function repeatWords(options: Options): readonly string[] {
  const rows = OPTION_ROWS.filter(([name, { shapesResponses }]) => {
    return shapesResponses === true || name === "seed" || name === "env";
  });
  return optionWords(options, rows);
}

export function documentWords(options: Options): readonly string[] {
  const rows = OPTION_ROWS.filter(([name]) => name === "api" || name === "overlays");
  return optionWords(options, rows);
}

export function simulatorOptions(options: Options): PlainOptions {
  return Object.fromEntries(
    Object.entries(options).filter(([name]) => Object.hasOwn(SIMULATOR_TABLE, name)),
  );
}
