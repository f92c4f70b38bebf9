import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { traceText } from "../../control/shared/trace-text.ts";
import { useApp } from "./app-state.ts";
import { SaveButton } from "./save-button.tsx";

/** Saves everything as a trace, and shows a saved one. */
export function TraceFile(): JSX.Element {
  const { data, isLost } = useApp();
  return (
    <span class="group">
      {isLost.value ? null : (
        <SaveButton
          label="Save trace"
          name="trace.ndjson"
          type="application/x-ndjson"
          text={async () => traceText(await data.readRun())}
        />
      )}
      <OpenButton />
    </span>
  );
}

function OpenButton(): JSX.Element | null {
  const { openTrace } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const problem = useSignal("");
  if (openTrace === undefined) return null;
  const open = async (file: File | undefined): Promise<void> => {
    if (file === undefined) return;
    problem.value = await openTrace(file);
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        accept=".ndjson"
        aria-label="Trace"
        onChange={({ currentTarget }) => void open(currentTarget.files?.[0])}
      />
      <button type="button" onClick={() => input.current?.click()}>
        Open a trace…
      </button>
      {problem.value === "" ? null : (
        <span class="problem" role="alert">
          {problem.value}
        </span>
      )}
    </>
  );
}
