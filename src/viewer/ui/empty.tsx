import { UI_PATH } from "../../control/control-path.ts";
import { counted } from "../../core/counted.ts";
import { titleOf } from "../model/overview.ts";
import { useApp } from "./app-state.ts";
import { Command, CopyButton } from "./basics.tsx";

/** Shows how to begin if nothing has happened yet. */
export function Empty() {
  const { data, words } = useApp();
  const { sandbox, access } = data.recording.value;
  if (data.live === undefined && sandbox.exchanges + sandbox.jobs > 0)
    return <NotKept calls={sandbox.exchanges} />;
  return (
    <div class="empty">
      <h2>Nothing has happened in this sandbox yet</h2>
      <p>
        Submit a {words.value.noun} with the sandbox's API key. The timeline then appears here,
        including a forecast.
      </p>
      {access?.apiKey !== undefined && (
        <p>
          API key <code>{access.apiKey}</code>{" "}
          <CopyButton text={access.apiKey} label="Copy the key" />
        </p>
      )}
      {access?.createJob && <Command text={access.createJob} label="Copy the command" />}
      <p class="dim">
        This is the sandbox <b>{titleOf(sandbox)}</b>. Requests with another key use another
        sandbox. Requests without a valid key use the sandbox <code>default</code>.
      </p>
      {data.live !== undefined && (
        <p>
          <a href={`${UI_PATH}/getting-started.md`}>Getting started</a>
        </p>
      )}
    </div>
  );
}

/** Explains that the report has no details about a sandbox that ended before it was written. */
function NotKept({ calls }: { readonly calls: number }) {
  return (
    <div class="empty">
      <h2>The report has no details about this sandbox</h2>
      <p>
        The sandbox received {counted(calls, "call")}, and ended before the report was written. A
        report keeps the calls for at most 250 jobs of ended sandboxes, jobs with findings first.
        The Findings view still lists every finding.
      </p>
    </div>
  );
}
