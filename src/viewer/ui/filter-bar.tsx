import type { Signal } from "@preact/signals";
import type { JSX } from "preact";
import { type ExchangeFilter, NO_FILTER, operationNames } from "../model/exchange-filter.ts";
import { type CallOutcome, OUTCOME_TEXT } from "../model/outcome.ts";
import { useApp } from "./app-state.ts";
import { Choice } from "./choice.tsx";
import { JobFilter } from "./job-filter.tsx";

/** What the filter bar changes, and what has become of it. */
export type FilterBarProps = {
  readonly filter: Signal<ExchangeFilter>;
  readonly shown: number;
  readonly all: number;
};

/** Chooses which exchanges to show. */
export function FilterBar({ filter, shown, all }: FilterBarProps): JSX.Element {
  const { data, place } = useApp();
  const { text, operation, outcome, isFaulted, hasFinding } = filter.value;
  const set = (change: Partial<ExchangeFilter>): void => {
    filter.value = { ...filter.value, ...change };
  };
  const { job } = place.value;
  const names = operationNames(data.recording.value?.exchanges ?? []);
  const isFiltered = filter.value !== NO_FILTER || job !== "";
  return (
    <div class="toolbar" role="search">
      <input
        type="search"
        class="grow"
        placeholder="Filter by path, job, status, or fault"
        aria-label="Filter"
        value={text}
        onInput={({ currentTarget }) => set({ text: currentTarget.value })}
      />
      <JobFilter />
      <Choice
        isCompact
        label="Operation"
        value={operation}
        options={[["", "All operations"], ...names]}
        onChange={(value) => set({ operation: value })}
      />
      <Choice
        isCompact
        label="Outcome"
        value={outcome}
        options={[["", "All outcomes"], ...Object.entries(OUTCOME_TEXT)]}
        onChange={(value) => set({ outcome: value as CallOutcome | "" })}
      />
      <button type="button" aria-pressed={isFaulted} onClick={() => set({ isFaulted: !isFaulted })}>
        Faulted
      </button>
      <button
        type="button"
        aria-pressed={hasFinding}
        onClick={() => set({ hasFinding: !hasFinding })}
      >
        With findings
      </button>
      <span class="dim num" role="status">
        {isFiltered ? `${shown} of ${all}` : `all ${all}`}
      </span>
    </div>
  );
}
