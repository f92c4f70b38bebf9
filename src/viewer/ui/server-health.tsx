import type { JSX } from "preact";
import type { Health } from "../../control/reports.ts";
import { formatDuration } from "../../core/time.ts";
import { bytesText } from "../model/instant-text.ts";
import { useApp } from "./app-state.ts";
import { Fact } from "./fact.tsx";
import { useLoaded } from "./use-loaded.ts";

/** How the server is doing. */
export function ServerHealth(): JSX.Element | null {
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
