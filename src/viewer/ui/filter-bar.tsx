import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import {
  type ExchangeFilter,
  idsWith,
  NO_FILTER,
  operationNames,
} from "../model/exchange-filter.ts";
import { type CallOutcome, OUTCOME_TEXT } from "../model/outcome.ts";
import { goTo, useApp } from "./app-state.ts";
import { Choice } from "./choice.tsx";

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

/**
 * The job whose exchanges are shown, which is the selected one; offers the jobs that the exchanges
 * are about.
 */
function JobFilter(): JSX.Element {
  const { place, callsByJob } = useApp();
  const typed = useSignal<string | undefined>(undefined);
  const { job } = place.value;
  const text = typed.value ?? job;
  const change = (value: string): void => {
    typed.value = value;
    if (value === "" || callsByJob.value.has(value)) goTo(place, { job: value });
  };
  return (
    <>
      <input
        type="search"
        placeholder="All jobs"
        aria-label="Job"
        list="job-ids"
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => {
          typed.value = undefined;
        }}
      />
      <datalist id="job-ids">
        {idsWith(text, callsByJob.value.keys()).map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}
