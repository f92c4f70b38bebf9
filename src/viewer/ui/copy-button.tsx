import { useSignal } from "@preact/signals";
import type { JSX } from "preact";

/** Time for which the button confirms a copy, in milliseconds. */
const SAID_MS = 1200;

/** Copies a string to the clipboard. */
export function CopyButton({
  text,
  label,
}: {
  readonly text: string | (() => string);
  readonly label: string;
}): JSX.Element {
  const said = useSignal("");
  const copy = async (): Promise<void> => {
    const content = typeof text === "string" ? text : text();
    said.value = (await copied(content)) ? "Copied" : "Not allowed to copy";
    setTimeout(() => {
      said.value = "";
    }, SAID_MS);
  };
  return (
    <button type="button" class="copy" onClick={() => void copy()}>
      {said.value === "" ? label : said.value}
    </button>
  );
}

async function copied(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
