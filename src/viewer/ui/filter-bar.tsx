import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ExchangeSummary } from "../../control/reports.ts";
import { idsWith, operationNames } from "../model/exchange-filter.ts";
import { harText } from "../model/har.ts";
import { OUTCOME_TEXT } from "../model/outcome.ts";
import type { Filters } from "../model/place.ts";
import { goTo, useApp } from "./app-state.ts";
import { Choice } from "./choice.tsx";
import { SaveButton } from "./save-button.tsx";
import { SearchField } from "./search-field.tsx";

/** Chooses which exchanges to show. */
export function FilterBar({
  shown,
  all,
}: {
  readonly shown: readonly ExchangeSummary[];
  readonly all: number;
}): JSX.Element {
  const { data, place } = useApp();
  const { job, filters } = place.value;
  const set = (change: Filters): void => goTo(place, { filters: { ...filters, ...change } });
  const names = operationNames(data.recording.value?.exchanges ?? []);
  const isFiltered = job !== "" || Object.values(filters).some((value) => value !== "");
  return (
    <div class="toolbar" role="search">
      <SearchField label="Filter" hint="Filter by path, job, status, fault, or a body's text" />
      <JobFilter />
      <Choice
        isCompact
        label="Operation"
        value={filters.operation ?? ""}
        options={[["", "All operations"], ...names]}
        onChange={(value) => set({ operation: value })}
      />
      <Choice
        isCompact
        label="Outcome"
        value={filters.outcome ?? ""}
        options={[["", "All outcomes"], ...Object.entries(OUTCOME_TEXT)]}
        onChange={(value) => set({ outcome: value })}
      />
      <span class="group">
        <Toggle name="faulted" label="Faulted" />
        <Toggle name="found" label="With findings" />
      </span>
      <span class="dim num" role="status">
        {isFiltered ? `${shown.length} of ${all}` : `all ${all}`}
      </span>
      {isFiltered ? (
        <button type="button" onClick={() => goTo(place, { job: "", filters: {} })}>
          Clear
        </button>
      ) : null}
      <SaveHar shown={shown} />
    </div>
  );
}

/** Saves the shown exchanges for the tools of browsers. */
function SaveHar({ shown }: { readonly shown: readonly ExchangeSummary[] }): JSX.Element {
  const { data } = useApp();
  const text = async (): Promise<string> => {
    const ids = new Set(shown.map(({ id }) => id));
    const exchanges = await data.readExchanges();
    return harText(
      exchanges.filter(({ id }) => ids.has(id)).toSorted((a, b) => a.id - b.id),
      data,
    );
  };
  const name = `${data.recording.value?.sandbox.name}.har`;
  return <SaveButton label="Save as HAR" name={name} type="application/json" text={text} />;
}

function Toggle({
  name,
  label,
}: {
  readonly name: "faulted" | "found";
  readonly label: string;
}): JSX.Element {
  const { place } = useApp();
  const { filters } = place.value;
  const isOn = filters[name] !== undefined && filters[name] !== "";
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={() => goTo(place, { filters: { ...filters, [name]: isOn ? "" : "yes" } })}
    >
      {label}
    </button>
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
        class={job === "" ? "" : "is-set"}
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
