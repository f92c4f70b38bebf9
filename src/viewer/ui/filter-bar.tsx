import { useState } from "preact/hooks";
import type { ExchangeSummary } from "../../control/reports.ts";
import { idsWith } from "../model/filtered.ts";
import { harText } from "../model/har.ts";
import { OUTCOME_TEXT } from "../model/marks.ts";
import { useApp } from "./app-state.ts";
import { Button } from "./basics.tsx";
import { SaveButton } from "./files.tsx";
import { FilterChoice, FilterToggle, SearchField } from "./filters.tsx";

type Shown = { readonly shown: readonly ExchangeSummary[] };

export function FilterBar({ shown }: Shown) {
  const { data, place, words, goTo } = useApp();
  const { job, filters } = place.value;
  const { exchanges } = data.recording.value;
  const called = new Set(exchanges.flatMap(({ operationId }) => operationId ?? []));
  const operations = [...called].sort();
  const isFiltered = job !== "" || Object.keys(filters).length > 0;
  return (
    <div class="toolbar" role="search">
      <SearchField
        label="Filter"
        hint={`Filter by path, ${words.value.noun}, status, fault, or body text`}
      />
      <JobFilter />
      <FilterChoice name="operation" label="Operation" all="All operations" options={operations} />
      <FilterChoice
        name="outcome"
        label="Outcome"
        all="All outcomes"
        options={Object.entries(OUTCOME_TEXT)}
      />
      <span class="group">
        <FilterToggle name="faulted" value="yes">
          Faulted
        </FilterToggle>
        <FilterToggle name="found" value="yes">
          With findings
        </FilterToggle>
      </span>
      <span class="dim num" role="status">
        {isFiltered ? `${shown.length} of ${exchanges.length}` : `all ${exchanges.length}`}
      </span>
      {isFiltered && <Button onClick={() => goTo({ job: "", filters: {} })}>Clear</Button>}
      <SaveHar shown={shown} />
    </div>
  );
}

function SaveHar({ shown }: Shown) {
  const { data } = useApp();
  const text = async (): Promise<string> => {
    const ids = new Set(shown.map(({ id }) => id));
    const exchanges = (await data.readExchanges()).filter(({ id }) => ids.has(id));
    const sorted = exchanges.toSorted((a, b) => a.id - b.id);
    return harText(sorted, data);
  };
  const name = `${data.recording.value.sandbox.name}.har`;
  return <SaveButton label="Save as HAR" name={name} type="application/json" text={text} />;
}

/** Selects the job whose exchanges are shown; offers the jobs that the exchanges are about. */
function JobFilter() {
  const { place, callsByJob, words, goTo } = useApp();
  const [typed, setTyped] = useState<string | undefined>(undefined);
  const { job } = place.value;
  const text = typed ?? job;
  const change = (value: string): void => {
    setTyped(value);
    if (value === "" || callsByJob.value.has(value)) goTo({ job: value });
  };
  return (
    <>
      <input
        type="search"
        class={job === "" ? "" : "is-set"}
        placeholder={`All ${words.value.plural}`}
        aria-label={words.value.title}
        list="job-ids"
        value={text}
        onInput={({ currentTarget }) => change(currentTarget.value)}
        onBlur={() => setTyped(undefined)}
      />
      <datalist id="job-ids">
        {idsWith(text, callsByJob.value.keys()).map((id) => (
          <option key={id} value={id} />
        ))}
      </datalist>
    </>
  );
}
