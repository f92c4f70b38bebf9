import { type ClockSpec, parseClockSpec } from "../core/clock-spec.ts";
import { type Issue, issuesError } from "../core/errors.ts";
import { formatPath } from "../yaml/data-path.ts";
import { type Form, type Misfit, objectOf, reading } from "./form.ts";
import type { OptionRow } from "./option-row.ts";
import { brokenRules } from "./option-rules.ts";
import type { PlainOptions } from "./options.ts";
import { type OpenOption, SIMULATOR_TABLE } from "./simulator-table.ts";
import { misfitMessage } from "./wording.ts";

export type Settings = Required<Omit<PlainOptions, OpenOption>> & {
  readonly [Name in Exclude<OpenOption, "clock">]: PlainOptions[Name] | undefined;
} & { readonly clock: ClockSpec | undefined };

const ROWS = Object.entries(SIMULATOR_TABLE) as [keyof PlainOptions, OptionRow][];

const FORMS = Object.fromEntries(ROWS.map(([name, { form }]) => [name, form]));
const OPTIONS = objectOf<PlainOptions>(FORMS as Parameters<typeof objectOf<PlainOptions>>[0]);

/** Checks options, and fills in defaults. Throws a `SIM_OPTION` error that lists every problem. */
export function settle(data: PlainOptions): Settings {
  const { value = {}, misfits } = reading(OPTIONS, data);
  const invalid = new Set(misfits.map(({ path }) => String(path[0] ?? "")));
  const valid = Object.entries(value).filter(([name]) => !invalid.has(name));
  const options: PlainOptions = Object.fromEntries(valid);
  const issues = misfits.map(issueOf);
  // Also checks the rules for valid options, so that one error lists every problem.
  for (const { about, message } of brokenRules(options, (name) => name, invalid))
    issues.push({ path: about, message });
  if (issues.length === 0) return frozen(options);
  throw issuesError("SIM_OPTION", issues);
}

/** Checks the options passed to a function. Throws a `SIM_ARGUMENT` error with every problem. */
export function checked<Value>(form: Form<Value>, options: unknown): Value {
  const { value, misfits } = reading(form, options);
  if (misfits.length === 0) return value as Value;
  throw issuesError("SIM_ARGUMENT", misfits.map(issueOf));
}

function issueOf(misfit: Misfit): Issue {
  const path = formatPath(misfit.path);
  return { path, message: misfitMessage(misfit, path === "" ? "options" : path, "option") };
}

function frozen(options: PlainOptions): Settings {
  const { clock } = options;
  const entries = ROWS.map(([name, { fallback }]) => {
    const value = options[name] ?? fallback;
    return [name, typeof value === "object" ? Object.freeze(value) : value] as const;
  });
  return Object.freeze({
    // The table's type ensures that every option has a default, except those in `OpenOption`.
    ...(Object.fromEntries(entries) as Settings),
    clock: clock === undefined ? undefined : parseClockSpec(clock),
  });
}
