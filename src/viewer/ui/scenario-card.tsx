import { type Signal, useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { ScenarioRemark, ScenarioSummary } from "../../control/reports.ts";
import { useApp } from "./app-state.ts";
import { Choice } from "./choice.tsx";
import { act, CurlLine } from "./notice.tsx";
import { useLoaded } from "./use-loaded.ts";
import { type EditorRemark, YamlEditor } from "./yaml-editor.tsx";

const EXAMPLE = `profiles:
  - queued: 10s
    running: { rowsPerSecond: 5 }
faults:
  - { on: getResults, truncate: { atShare: 50% }, times: 1 }
`;

/** Puts a built-in scenario into effect, or one that the reader writes. */
export function ScenarioCard(): JSX.Element {
  const { data } = useApp();
  const { value: builtIn = [] } = useLoaded("scenarios", async () =>
    data.live?.send<readonly ScenarioSummary[]>({ method: "GET", path: "/scenarios" }),
  );
  const chosen = useSignal("");
  const text = useSignal(EXAMPLE);
  const summary = builtIn.find(({ name }) => name === chosen.value);
  const body = chosen.value === "" ? text.value : chosen.value;
  return (
    <section class="card" aria-label="Switch the scenario">
      <h2>Switch the scenario</h2>
      <p class="dim">
        It applies to new jobs and calls. In effect: {data.recording.value?.sandbox.scenario}
      </p>
      <div class="fields">
        <Choice
          label="Scenario"
          value={chosen.value}
          options={[["", "Your own, in YAML"], ...builtIn.map(({ name }) => name)]}
          onChange={(value) => {
            chosen.value = value;
          }}
        />
      </div>
      {summary === undefined ? null : <p>{summary.description}</p>}
      <ScenarioForm
        text={body}
        isEditable={chosen.value === ""}
        onInput={(next) => {
          text.value = next;
        }}
      />
    </section>
  );
}

function ScenarioForm({
  text,
  isEditable,
  onInput,
}: {
  readonly text: string;
  readonly isEditable: boolean;
  readonly onInput: (text: string) => void;
}): JSX.Element {
  const app = useApp();
  const remarks = useRemarks(isEditable ? text : undefined);
  const call = { method: "PUT", path: "/scenario", body: text } as const;
  const put = async (): Promise<void> => {
    const issues = await act(app, call, "The scenario is in effect.");
    if (issues.length > 0) remarks.value = issues.map((issue) => ({ ...issue, severity: "error" }));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void put();
      }}
    >
      {isEditable ? <YamlEditor text={text} remarks={remarks.value} onInput={onInput} /> : null}
      <div class="card-foot">
        <button type="submit" class="primary">
          Put into effect
        </button>
        <CurlLine call={call} />
      </div>
    </form>
  );
}

/** Pause after the last keystroke before a scenario is checked, in milliseconds. */
const CHECK_MS = 250;

/** Lints a scenario shortly after each change; an empty scenario has no messages. */
function useRemarks(text: string | undefined): Signal<readonly EditorRemark[]> {
  const { data } = useApp();
  const remarks = useSignal<readonly EditorRemark[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const check = async (body: string): Promise<void> => {
      const found = await data.live?.send<readonly ScenarioRemark[]>({
        method: "POST",
        path: "/scenario/check",
        body,
      });
      if (isCurrent) remarks.value = found ?? [];
    };
    // If the simulator can't be reached, the page says so elsewhere.
    const start = (): unknown => text !== undefined && check(text).catch(() => {});
    const timer = setTimeout(start, CHECK_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return remarks;
}
