import { counted } from "../../core/counted.ts";
import { formatDuration } from "../../core/time.ts";
import { shellWord } from "../../core/visible-text.ts";
import { countsText } from "../../findings/report/summary-text.ts";
import { useApp } from "./app-state.ts";
import { Button, Fact } from "./basics.tsx";

/** The facts about a report's run: the command, how it ended, and how much was recorded. */
export function RunFacts() {
  const { data, file, words } = useApp();
  const { run, report, version } = data;
  if (report === undefined) return null;
  const { summary } = report;
  return (
    <section class="run" aria-label="Run">
      <h2 class={summary.errors > 0 ? "problem" : ""}>{countsText(summary)}</h2>
      <dl class="facts">
        {run !== undefined && (
          <>
            <Fact name="Command">
              <code>{run.command.map(shellWord).join(" ")}</code>
            </Fact>
            <Fact name="Exit code">
              <b class={run.exitCode === 0 ? "fine" : "problem"}>{run.exitCode}</b>
            </Fact>
            <Fact name="Started" isNumeric>
              {new Date(run.startedAt).toLocaleString()}, took {formatDuration(run.durationMs)}
            </Fact>
          </>
        )}
        <Fact name="Recorded" isNumeric>
          {counted(summary.sandboxes, "sandbox")}, one for each test;{" "}
          {counted(summary.jobs, words.value.noun)}, {counted(summary.exchanges, "exchange")}
        </Fact>
        <Fact name="Version">batch-sim {version}</Fact>
        <Fact name="Trace">{file}</Fact>
      </dl>
      {file !== undefined && <Button onClick={leaveTrace}>Back to the simulator</Button>}
    </section>
  );
}

/** Goes back to the simulator. Clears the address, because it names a sandbox in the trace. */
function leaveTrace(): void {
  history.replaceState(null, "", "#");
  location.reload();
}
