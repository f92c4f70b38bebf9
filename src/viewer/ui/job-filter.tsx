import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { idsWith } from "../model/exchange-filter.ts";
import { goTo, useApp } from "./app-state.ts";

/** The job whose exchanges are shown, which is the selected one; offers the jobs that the exchanges are about. */
export function JobFilter(): JSX.Element {
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
