import { useEffect, useRef, useState } from "preact/hooks";
import type { ScenarioRemark, ScenarioSummary } from "../../control/reports.ts";
import type { Issue } from "../../core/errors.ts";
import { Card } from "./actions.tsx";
import { useApp } from "./app-state.ts";
import { Button, CodeText } from "./basics.tsx";
import { Choice } from "./filters.tsx";
import { useControl } from "./hooks.ts";

const EXAMPLE = `profiles:
  - queued: 10s
    running: { rowsPerSecond: 5 }
faults:
  - { on: getResults, truncate: { atShare: 50% }, times: 1 }
`;

/** A message about the scenario's YAML, with the message's position if it is known. */
type EditorRemark = Pick<ScenarioRemark, "message" | "severity"> & Pick<Issue, "line" | "column">;

/** Applies a built-in scenario, or one that the user writes. */
export function ScenarioCard() {
  const { data, words } = useApp();
  const builtIn = useControl<readonly ScenarioSummary[]>("/scenarios") ?? [];
  const [chosen, setChosen] = useState("");
  const [text, setText] = useState(EXAMPLE);
  const isOwn = chosen === "";
  const [remarks, setRemarks] = useRemarks(isOwn ? text : undefined);
  const summary = builtIn.find(({ name }) => name === chosen);
  return (
    <Card
      title="Switch the scenario"
      about={`The scenario applies to new ${words.value.plural} and calls. Current scenario: ${data.recording.value.sandbox.scenario}`}
      call={{ method: "PUT", path: "/scenario", body: isOwn ? text : chosen }}
      action="Switch"
      done="The scenario is in effect."
      onIssues={(issues) => {
        if (issues.length > 0) setRemarks(issues.map((issue) => ({ ...issue, severity: "error" })));
      }}
    >
      <div class="fields">
        <Choice
          label="Scenario"
          value={chosen}
          options={[["", "Your own, in YAML"], ...builtIn.map(({ name }) => name)]}
          onChange={setChosen}
        />
      </div>
      {summary !== undefined && <p>{summary.description}</p>}
      {isOwn && <YamlEditor text={text} remarks={remarks} onInput={setText} />}
    </Card>
  );
}

/** Pause after the last keystroke before a scenario is checked, in milliseconds. */
const CHECK_MS = 250;

/** Lints a scenario shortly after each change. */
function useRemarks(text: string | undefined) {
  const { data } = useApp();
  const state = useState<readonly EditorRemark[]>([]);
  const [, setRemarks] = state;
  useEffect(() => {
    let isCurrent = true;
    const check = async (body: string): Promise<void> => {
      const call = { method: "POST", path: "/scenario/check", body } as const;
      const found = await data.live?.send<readonly ScenarioRemark[]>(call);
      if (isCurrent) setRemarks(found ?? []);
    };
    // If the simulator can't be reached, another part of the page reports it.
    const start = (): unknown => text !== undefined && check(text).catch(() => {});
    const timer = setTimeout(start, CHECK_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  return state;
}

type EditorProps = {
  readonly text: string;
  readonly remarks: readonly EditorRemark[];
  readonly onInput: (text: string) => void;
};

function YamlEditor({ text, remarks, onInput }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const lines = text.split("\n");
  const goToLine = ({ line = 1, column = 1 }: EditorRemark): void => {
    const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    area.current?.focus();
    area.current?.setSelectionRange(start + column - 1, start + (lines[line - 1]?.length ?? 0));
  };
  return (
    <div class="editor-place">
      <div class="editor">
        <div class="editor-lines num" aria-hidden="true">
          {lines.map((_, index) => {
            const own = remarks.filter(({ line }) => line === index + 1);
            const kind = own.some(isError) ? "editor-wrong" : "editor-noted";
            return (
              <span
                key={index}
                class={own.length === 0 ? "" : kind}
                title={own.map(({ message }) => message).join("\n")}
              >
                {index + 1}
              </span>
            );
          })}
        </div>
        <textarea
          ref={area}
          aria-label="Scenario in YAML"
          spellcheck={false}
          autocapitalize="off"
          rows={Math.max(12, lines.length + 1)}
          value={text}
          aria-invalid={remarks.some(isError)}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </div>
      <div role="status" aria-label="Messages">
        <ul class="plain">
          {remarks.map((remark) => (
            <li
              key={`${remark.line}${remark.column}${remark.message}`}
              class={`note note-${remark.severity}`}
            >
              {remark.line !== undefined && (
                <Button class="link num" onClick={() => goToLine(remark)}>
                  Line {remark.line}
                </Button>
              )}{" "}
              {remark.severity}: <CodeText text={remark.message} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

function isError({ severity }: EditorRemark): boolean {
  return severity === "error";
}
