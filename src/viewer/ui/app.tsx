import type { JSX } from "preact";
import { titleOf } from "../model/overview.ts";
import type { ViewName } from "../model/place.ts";
import { NOTHING_READ } from "../model/recording.ts";
import { Notice } from "./actions.tsx";
import { AppProvider, type AppState, useApp } from "./app-state.ts";
import { Button } from "./basics.tsx";
import { ExchangeDetail } from "./exchange-detail.tsx";
import { ExchangesView } from "./exchanges-view.tsx";
import { FindingsView } from "./findings-view.tsx";
import { SandboxesView } from "./sandboxes-view.tsx";
import { SteerView } from "./steer-view.tsx";
import { TimelineView } from "./timeline-view.tsx";
import { TopBar } from "./top-bar.tsx";

const VIEW_OF: Readonly<Record<ViewName, () => JSX.Element>> = {
  timeline: TimelineView,
  exchanges: ExchangesView,
  findings: FindingsView,
  steer: SteerView,
  sandboxes: SandboxesView,
};

export function App({ state }: { readonly state: AppState }) {
  const { data, place, isLost, goTo } = state;
  const { view, exchange } = place.value;
  const View = VIEW_OF[view];
  const isRead = data.recording.value !== NOTHING_READ;
  return (
    <AppProvider value={state}>
      <div
        class={`app ${isLost.value ? "is-lost" : ""}`}
        onKeyDown={({ key }) => key === "Escape" && exchange !== 0 && goTo({ exchange: 0 })}
      >
        <Button class="skip" onClick={() => document.querySelector("main")?.focus()}>
          Skip to content
        </Button>
        <TopBar />
        <main tabIndex={-1} class={exchange === 0 ? "" : "has-detail"}>
          <div class="view">
            {data.missing.value !== undefined ? (
              <UnknownSandbox name={data.missing.value} />
            ) : isRead ? (
              <View />
            ) : (
              <p class="loading">
                {data.live === undefined ? "No request reached batch-sim." : "Loading…"}
              </p>
            )}
          </div>
          {exchange !== 0 && isRead && <ExchangeDetail id={exchange} />}
        </main>
        <Notice />
      </div>
    </AppProvider>
  );
}

/** Maximum number of sandboxes to offer. The list in the top bar has all sandboxes. */
const MAX_OFFERED = 20;

function UnknownSandbox({ name }: { readonly name: string }) {
  const { data, goToSandbox } = useApp();
  const { value: all } = data.sandboxes;
  return (
    <div class="empty" role="alert">
      <h2>No sandbox has this name</h2>
      <p>
        Expected the name of a sandbox, got <code>{name}</code>. That sandbox may have been deleted,
        or may belong to another run.
      </p>
      <ul class="plain">
        {all.slice(0, MAX_OFFERED).map((each) => (
          <li key={each.name}>
            <Button class="link" onClick={() => goToSandbox(each.name)}>
              {titleOf(each)}
            </Button>
          </li>
        ))}
      </ul>
      {all.length > MAX_OFFERED && <p class="dim">… and {all.length - MAX_OFFERED} more.</p>}
    </div>
  );
}
