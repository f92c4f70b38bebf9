import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import type { ScenarioRemark } from "../../control/reports.ts";
import { CodeText } from "./code-text.tsx";

/** A message about the YAML, with its position if it has one. */
export type EditorRemark = Pick<ScenarioRemark, "message" | "severity"> & {
  readonly line?: number;
  readonly column?: number;
};

/** YAML with line numbers, and each message at its line. */
export function YamlEditor({
  text,
  remarks,
  onInput,
}: {
  readonly text: string;
  readonly remarks: readonly EditorRemark[];
  readonly onInput: (text: string) => void;
}): JSX.Element {
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
          {lines.map((_, index) => (
            <LineNumber key={index} line={index + 1} remarks={remarks} />
          ))}
        </div>
        <textarea
          ref={area}
          aria-label="Scenario in YAML"
          spellcheck={false}
          autocapitalize="off"
          rows={Math.max(12, lines.length + 1)}
          value={text}
          aria-invalid={remarks.some(({ severity }) => severity === "error")}
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
              {remark.line === undefined ? null : (
                <button type="button" class="link num" onClick={() => goToLine(remark)}>
                  Line {remark.line}
                </button>
              )}{" "}
              {remark.severity}: <CodeText text={remark.message} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** A line's number, marked if there is a message about it. */
function LineNumber({
  line,
  remarks,
}: {
  readonly line: number;
  readonly remarks: readonly EditorRemark[];
}): JSX.Element {
  const own = remarks.filter((remark) => remark.line === line);
  const isWrong = own.some(({ severity }) => severity === "error");
  const kind = own.length === 0 ? "" : isWrong ? "editor-wrong" : "editor-noted";
  return (
    <span class={kind} title={own.map(({ message }) => message).join("\n")}>
      {line}
    </span>
  );
}
