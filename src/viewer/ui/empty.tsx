import { UI_PATH } from "../../control/control-path.ts";
import type { SandboxAccess } from "../../control/reports.ts";
import { titleOf } from "../model/overview.ts";
import { CopyButton } from "./actions.tsx";
import { useApp } from "./app-state.ts";

/** Says how to begin, while nothing has happened. */
export function Empty() {
  const { data, words } = useApp();
  const { sandbox, access } = data.recording.value ?? {};
  return (
    <div class="empty">
      <h2>Nothing has happened in this sandbox yet</h2>
      <p>
        Submit a {words.value.noun} with the sandbox's API key, and its life appears here: what has
        happened, and what will.
      </p>
      {access?.apiKey === undefined ? null : <Access {...access} />}
      <p class="dim">
        This is the sandbox <b>{sandbox && titleOf(sandbox)}</b>. Requests with another key are in
        another sandbox, and those without a valid one are in <code>default</code>.
      </p>
      {data.live === undefined ? null : (
        <p>
          <a href={`${UI_PATH}/getting-started.md`}>Getting started</a>
        </p>
      )}
    </div>
  );
}

function Access({ apiKey = "", createJob }: SandboxAccess) {
  return (
    <>
      <p>
        API key <code>{apiKey}</code> <CopyButton text={apiKey} label="Copy the key" />
      </p>
      {createJob === undefined ? null : (
        <div class="curl">
          <code>{createJob}</code>
          <CopyButton text={createJob} label="Copy the command" />
        </div>
      )}
    </>
  );
}
