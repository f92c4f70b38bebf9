import type { JSX } from "preact";

/** A choice of one of several values. */
export type ChoiceProps = {
  /** Shown above the choice; if `isCompact`, only screen readers get it. */
  readonly label: string;
  readonly isCompact?: boolean;
  /** Takes the place of two fields. */
  readonly isWide?: boolean;
  readonly value: string;
  /** Each with its label, if that differs. */
  readonly options: readonly (string | readonly [string, string])[];
  readonly onChange: (value: string) => void;
};

export function Choice(props: ChoiceProps): JSX.Element {
  const { label, isCompact, isWide, value, options, onChange } = props;
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
    <label class={isWide === true ? "double" : undefined}>
      {label}
      {select}
    </label>
  );
}
