import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import type { ScenarioSummary } from "../../control/reports.ts";
import type { ProblemIssue } from "../live/control-client.ts";
import { useApp } from "./app-state.ts";
import { Choice } from "./choice.tsx";
import { act, CurlLine } from "./notice.tsx";
import { useLoaded } from "./use-loaded.ts";
import { YamlEditor } from "./yaml-editor.tsx";

const EXAMPLE = `profiles:
  - queued: 10s
    running: { rowsPerSecond: 5 }
faults:
  - { on: getResults, status: 503, times: 1 }
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
          options={[["", "YAML…"], ...builtIn.map(({ name }) => name)]}
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
  const issues = useSignal<readonly ProblemIssue[]>([]);
  const call = { method: "PUT", path: "/scenario", body: text } as const;
  const put = async (): Promise<void> => {
    issues.value = await act(app, call, "The scenario is in effect.");
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void put();
      }}
    >
      {isEditable ? <YamlEditor text={text} issues={issues.value} onInput={onInput} /> : null}
      <div class="card-foot">
        <button type="submit" class="primary">
          Put into effect
        </button>
        <CurlLine call={call} />
      </div>
    </form>
  );
}
