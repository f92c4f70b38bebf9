import type { JSX } from "preact";
import { goTo, useApp } from "./app-state.ts";

/** A search for any text, which is kept in the address. */
export function SearchField({
  label,
  hint,
}: {
  readonly label: string;
  readonly hint: string;
}): JSX.Element {
  const { place } = useApp();
  const { filters } = place.value;
  return (
    <input
      type="search"
      class="grow"
      placeholder={hint}
      aria-label={label}
      value={filters.q ?? ""}
      onInput={({ currentTarget: { value } }) => goTo(place, { filters: { ...filters, q: value } })}
    />
  );
}
