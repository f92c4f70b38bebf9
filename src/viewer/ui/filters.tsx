import type { ComponentChildren } from "preact";
import { changedFilters, type FilterName, type Filters } from "../model/place.ts";
import { useApp } from "./app-state.ts";
import { Button } from "./basics.tsx";

/** The view's filters, stored in the address, and a function that changes some of them. */
export function useFilters() {
  const { place, goTo } = useApp();
  const { filters } = place.value;
  const set = (change: Filters): void => goTo({ filters: changedFilters(filters, change) });
  return { filters, set };
}

export function SearchField({ label, hint }: { readonly label: string; readonly hint: string }) {
  const { filters, set } = useFilters();
  return (
    <input
      type="search"
      class="grow"
      placeholder={hint}
      aria-label={label}
      value={filters.q ?? ""}
      onInput={({ currentTarget }) => set({ q: currentTarget.value })}
    />
  );
}

/** A button that sets a filter to a value or, if the filter already has that value, clears it. */
export function FilterToggle(props: {
  readonly name: FilterName;
  readonly value: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}) {
  const { name, value, children } = props;
  const { filters, set } = useFilters();
  const isOn = filters[name] === value;
  return (
    <Button
      class={props.class}
      aria-pressed={isOn}
      onClick={() => set({ [name]: isOn ? "" : value })}
    >
      {children}
    </Button>
  );
}

type Option = string | readonly [value: string, label: string];

export function FilterChoice(props: {
  readonly name: FilterName;
  readonly label: string;
  /** The label of the option that allows everything. */
  readonly all: string;
  readonly options: readonly Option[];
}) {
  const { name, label, all, options } = props;
  const { filters, set } = useFilters();
  return (
    <Choice
      isCompact
      label={label}
      value={filters[name] ?? ""}
      options={[["", all], ...options]}
      onChange={(value) => set({ [name]: value })}
    />
  );
}

export function Choice(props: {
  /** Shown above the choice; if `isCompact`, only available to screen readers. */
  readonly label: string;
  readonly isCompact?: boolean;
  /** Whether the choice is as wide as two fields. */
  readonly isWide?: boolean;
  readonly value: string;
  /** The values; each has a label if the label differs from the value. */
  readonly options: readonly Option[];
  readonly onChange: (value: string) => void;
}) {
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

export function NothingMatches({ what }: { readonly what: string }) {
  const { goTo } = useApp();
  return (
    <div class="empty" role="status">
      <h2>Nothing matches</h2>
      <p class="dim">No {what} matches the filters.</p>
      <Button onClick={() => goTo({ job: "", filters: {} })}>Clear the filters</Button>
    </div>
  );
}
