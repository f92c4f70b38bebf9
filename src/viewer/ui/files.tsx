import { useRef, useState } from "preact/hooks";
import { traceText } from "../../control/shared/trace-text.ts";
import { messageOf } from "../../core/errors.ts";
import { useApp } from "./app-state.ts";
import { Button, FieldProblem } from "./basics.tsx";

/** Buttons that save all data as a trace, and open a saved trace. */
export function TraceFile() {
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

function OpenButton() {
  const { openTrace } = useApp();
  const input = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  if (openTrace === undefined) return null;
  const open = async (file: File | undefined): Promise<void> => {
    if (file !== undefined) setProblem(await openTrace(file));
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
      <Button onClick={() => input.current?.click()}>Open a trace…</Button>
      <FieldProblem text={problem} />
    </>
  );
}

/** A button that creates a file and saves it. */
export function SaveButton(props: {
  readonly label: string;
  readonly name: string;
  readonly type: string;
  readonly text: () => Promise<string>;
}) {
  const { label, name, type, text } = props;
  const [problem, setProblem] = useState("");
  const [isBusy, setBusy] = useState(false);
  const save = async (): Promise<void> => {
    setBusy(true);
    try {
      download(name, new Blob([await text()], { type }));
      setProblem("");
    } catch (error) {
      setProblem(messageOf(error));
    }
    setBusy(false);
  };
  return (
    <>
      <Button disabled={isBusy} onClick={() => void save()}>
        {label}
      </Button>
      <FieldProblem text={problem} />
    </>
  );
}

function download(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // Some browsers read the content only after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
