import type { JSX } from "preact";
import type { ProblemIssue } from "../live/control-client.ts";
import { CodeText } from "./code-text.tsx";

/** YAML with line numbers, and each problem at its line. */
export function YamlEditor({
  text,
  issues,
  onInput,
}: {
  readonly text: string;
  readonly issues: readonly ProblemIssue[];
  readonly onInput: (text: string) => void;
}): JSX.Element {
  const count = text.split("\n").length;
  const lines = Array.from({ length: count }, (_, index) => index + 1);
  const wrong = new Set(issues.map(({ line }) => line));
  return (
    <div class="editor-place">
      <div class="editor">
        <div class="editor-lines num" aria-hidden="true">
          {lines.map((line) => (
            <span key={line} class={wrong.has(line) ? "editor-wrong" : ""}>
              {line}
            </span>
          ))}
        </div>
        <textarea
          aria-label="Scenario in YAML"
          spellcheck={false}
          autocapitalize="off"
          rows={Math.max(12, count + 1)}
          value={text}
          aria-invalid={issues.length > 0}
          onInput={({ currentTarget }) => onInput(currentTarget.value)}
        />
      </div>
      <div role="alert">
        <ul class="plain">
          {issues.map(({ line, column, message }) => (
            <li key={`${line}${column}${message}`} class="note note-error">
              {line === undefined ? null : (
                <b class="num">
                  {line}:{column}{" "}
                </b>
              )}
              <CodeText text={message} />
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}
