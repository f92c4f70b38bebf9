import type { JSX } from "preact";

/** A choice of one of several values. */
export type ChoiceProps = {
  /** Shown above the choice; only told to screen readers if `isCompact`. */
  readonly label: string;
  readonly isCompact?: boolean;
  readonly value: string;
  /** Each with its label, if that differs. */
  readonly options: readonly (string | readonly [string, string])[];
  readonly onChange: (value: string) => void;
};

/** Lets the reader choose. */
export function Choice({ label, isCompact, value, options, onChange }: ChoiceProps): JSX.Element {
  const select = (
    <select
      aria-label={isCompact === true ? label : undefined}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      {options.map((option) => {
        const [name, text] = typeof option === "string" ? [option, option] : option;
        return (
          <option key={name} value={name}>
            {text}
          </option>
        );
      })}
    </select>
  );
  if (isCompact === true) return select;
  return (
    <label>
      {label}
      {select}
    </label>
  );
}
