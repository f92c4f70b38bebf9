import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

/** Saves a file that is made when the button is pressed. */
export function SaveButton({
  label,
  name,
  type,
  text,
}: {
  readonly label: string;
  readonly name: string;
  readonly type: string;
  readonly text: () => Promise<string>;
}): JSX.Element {
  const problem = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const save = async (): Promise<void> => {
    isBusy.value = true;
    try {
      download(name, new Blob([await text()], { type }));
      problem.value = undefined;
    } catch (error) {
      problem.value = error instanceof Error ? error.message : String(error);
    }
    isBusy.value = false;
  };
  return (
    <>
      <button type="button" disabled={isBusy.value} onClick={() => void save()}>
        {label}
      </button>
      {problem.value === undefined ? null : (
        <span class="problem" role="alert">
          {problem.value}
        </span>
      )}
    </>
  );
}

function download(name: string, content: Blob): void {
  const href = URL.createObjectURL(content);
  Object.assign(document.createElement("a"), { href, download: name }).click();
  // Some browsers read the content only after the click.
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}
