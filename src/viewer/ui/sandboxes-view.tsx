import type { JSX } from "preact";
import { useEffect } from "preact/hooks";
import type { Health, SandboxReport } from "../../control/reports.ts";
import { formatDuration } from "../../core/time.ts";
import { bytesText, instantText } from "../model/instant-text.ts";
import { goTo, useApp } from "./app-state.ts";
import { Fact } from "./fact.tsx";
import { useLoaded } from "./use-loaded.ts";

const TEXT_COLUMNS = ["Sandbox", "Scenario", "Clock", "Now"];
const NUMBER_COLUMNS = ["Seed", "Jobs", "Exchanges", "Open requests", "Memory"];

/** Lists the server's sandboxes and shows its health. */
export function SandboxesView(): JSX.Element {
  const { data } = useApp();
  const { live } = data;
  const sandboxes = data.sandboxes.value;
  useEffect(() => live?.refreshSandboxes(), []);
  return (
    <div class="page">
      <section aria-label="Sandboxes">
        <div class="section-head">
          <h2>Sandboxes</h2>
          {live === undefined ? null : (
            <button type="button" onClick={live.refreshSandboxes}>
              Refresh
            </button>
          )}
        </div>
        <p class="dim">
          Each API key has a sandbox of its own. Requests without a valid key are in the sandbox{" "}
          <code>default</code>.
        </p>
        <div class="wide">
          <table>
            <thead>
              <tr>
                {TEXT_COLUMNS.map((name) => (
                  <th key={name} scope="col">
                    {name}
                  </th>
                ))}
                {NUMBER_COLUMNS.map((name) => (
                  <th key={name} scope="col" class="num">
                    {name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {sandboxes.map((sandbox) => (
                <SandboxRow key={sandbox.name} sandbox={sandbox} />
              ))}
            </tbody>
          </table>
        </div>
      </section>
      {live === undefined ? null : <ServerHealth />}
    </div>
  );
}

function SandboxRow({ sandbox }: { readonly sandbox: SandboxReport }): JSX.Element {
  const { data, place } = useApp();
  const { name, scenario, clock, now, seed, jobs, exchanges, byteLength, openRequests } = sandbox;
  const isCurrent = name === data.recording.value?.sandbox.name;
  const open = (): void => {
    data.select(name);
    goTo(place, { view: "timeline", sandbox: name, job: "", exchange: 0, at: undefined });
  };
  return (
    <tr class={isCurrent ? "current" : ""}>
      <td>
        <button type="button" class="link" onClick={open} aria-current={isCurrent}>
          {name}
        </button>
        {isCurrent ? " (shown)" : ""}
      </td>
      <td>{scenario}</td>
      <td>{clock}</td>
      <td class="instant">{instantText(now)}</td>
      <td class="num">{seed}</td>
      <td class="num">{jobs}</td>
      <td class="num">{exchanges}</td>
      <td class="num">{openRequests}</td>
      <td class="num">{bytesText(byteLength)}</td>
    </tr>
  );
}

function ServerHealth(): JSX.Element | null {
  const { data } = useApp();
  const { value } = useLoaded("health", async () =>
    data.live?.send<Health>({ method: "GET", path: "/health" }),
  );
  if (value === undefined) return null;
  const { version, uptimeMs, eventLoopDelay, heap } = value;
  return (
    <section aria-label="Server">
      <h2>Server</h2>
      <dl class="facts">
        <Fact name="Version">{version}</Fact>
        <Fact name="Up for">{formatDuration(uptimeMs)}</Fact>
        <Fact name="Event loop delay">
          {roughly(eventLoopDelay.p50Ms)} median, {roughly(eventLoopDelay.worstMs)} at worst
        </Fact>
        <Fact name="Heap">
          {bytesText(heap.usedBytes)} of {bytesText(heap.limitBytes)}
        </Fact>
      </dl>
    </section>
  );
}

function roughly(ms: number): string {
  return ms < 10 ? `${ms.toFixed(1)} ms` : `${Math.round(ms)} ms`;
}
