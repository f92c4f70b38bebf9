import type { JSX } from "preact";
import { shellWord } from "../../core/shell-word.ts";
import { useApp } from "./app-state.ts";
import { CopyButton } from "./copy-button.tsx";

/** Says how to begin, while nothing has happened. */
export function Empty(): JSX.Element {
  const { data } = useApp();
  const sandbox = data.recording.value?.sandbox.name ?? "";
  return (
    <div class="empty">
      <h2>Nothing has happened in this sandbox yet</h2>
      <p>
        Submit a job with the sandbox's API key, and its life appears here: what has happened, and
        what will.
      </p>
      <p class="dim">
        This is the sandbox <code>{shellWord(sandbox)}</code>. Requests with another key are in
        another sandbox, and those without a valid one are in <code>default</code>.
      </p>
      {data.live === undefined ? null : <CopyButton text={data.origin} label="Copy the address" />}
    </div>
  );
}
