import type { JSX } from "preact";
import { UI_PATH } from "../../control/control-path.ts";
import type { SandboxAccess } from "../../control/reports.ts";
import { titleOf } from "../model/sandbox-title.ts";
import { useApp } from "./app-state.ts";
import { CopyButton } from "./copy-button.tsx";
import { useLoaded } from "./use-loaded.ts";

/** Says how to begin, while nothing has happened. */
export function Empty(): JSX.Element {
  const { data } = useApp();
  const { sandbox } = data.recording.value ?? {};
  const { value } = useLoaded(sandbox?.name ?? "", async () =>
    data.live?.send<SandboxAccess>({ method: "GET", path: "/sandbox/access" }),
  );
  return (
    <div class="empty">
      <h2>Nothing has happened in this sandbox yet</h2>
      <p>
        Submit a job with the sandbox's API key, and its life appears here: what has happened, and
        what will.
      </p>
      {value?.apiKey === undefined ? null : <Access {...value} />}
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

function Access({ apiKey = "", createJob }: SandboxAccess): JSX.Element {
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
