import type { JSX } from "preact";
import type { ViewName } from "../model/place.ts";
import { AppProvider, type AppState, goTo } from "./app-state.ts";
import { ExchangeDetail } from "./exchange-detail.tsx";
import { ExchangesView } from "./exchanges-view.tsx";
import { FindingsView } from "./findings-view.tsx";
import { Notice } from "./notice.tsx";
import { SandboxesView } from "./sandboxes-view.tsx";
import { SteerView } from "./steer-view.tsx";
import { TimelineView } from "./timeline-view.tsx";
import { TopBar } from "./top-bar.tsx";
import { UnknownSandbox } from "./unknown-sandbox.tsx";

const VIEW_OF: Readonly<Record<ViewName, () => JSX.Element>> = {
  timeline: TimelineView,
  exchanges: ExchangesView,
  findings: FindingsView,
  steer: SteerView,
  sandboxes: SandboxesView,
};

export function App({ state }: { readonly state: AppState }): JSX.Element {
  const { data, place, isLost } = state;
  const { view, exchange } = place.value;
  const View = VIEW_OF[view];
  return (
    <AppProvider value={state}>
      <div
        class={`app ${isLost.value ? "is-lost" : ""}`}
        onKeyDown={({ key }) => key === "Escape" && exchange !== 0 && goTo(place, { exchange: 0 })}
      >
        <button type="button" class="skip" onClick={() => document.querySelector("main")?.focus()}>
          Skip to the view
        </button>
        <TopBar />
        <main tabIndex={-1} class={exchange === 0 ? "" : "has-detail"}>
          <div class="view">
            {data.missing.value !== undefined ? (
              <UnknownSandbox name={data.missing.value} />
            ) : data.recording.value === undefined ? (
              <p class="loading">
                {data.live === undefined ? "No request reached batch-sim." : "Loading…"}
              </p>
            ) : (
              <View />
            )}
          </div>
          {exchange === 0 || data.recording.value === undefined ? null : (
            <ExchangeDetail id={exchange} />
          )}
        </main>
        <Notice />
      </div>
    </AppProvider>
  );
}
