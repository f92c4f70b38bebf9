import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { wallText } from "../model/instant-text.ts";
import { VIEWS, type ViewName } from "../model/place.ts";
import { titleOf } from "../model/sandbox-title.ts";
import { weightOf } from "../model/weight.ts";
import { goTo, type LiveControl, useApp } from "./app-state.ts";
import { ClockBar, ClockNow } from "./clock-bar.tsx";
import { ThemeChoice } from "./theme-choice.tsx";

const TITLES: Readonly<Record<ViewName, string>> = {
  timeline: "Timeline",
  exchanges: "Exchanges",
  findings: "Findings",
  steer: "Steer",
  sandboxes: "Sandboxes",
};

/** The sandbox, its clock, and the views. */
export function TopBar(): JSX.Element {
  const isOpen = useSignal(false);
  return (
    <header class="top">
      <div class={`top-line ${isOpen.value ? "is-open" : ""}`}>
        <h1 class="brand">batch-sim</h1>
        <SandboxSelect />
        <ClockNow />
        <Connection />
        <button
          type="button"
          class="menu-button"
          aria-expanded={isOpen.value}
          aria-controls="controls"
          onClick={() => {
            isOpen.value = !isOpen.value;
          }}
        >
          Menu
        </button>
        <div class="controls" id="controls">
          <ClockBar />
          <ThemeChoice />
        </div>
      </div>
      <Tabs />
    </header>
  );
}

function SandboxSelect(): JSX.Element {
  const { data, place } = useApp();
  const { name = "", scenario = "" } = data.recording.value?.sandbox ?? {};
  const all = data.sandboxes.value;
  const titles = new Map(all.map((each) => [each.name, titleOf(each)]));
  const shown = data.missing.value ?? name;
  if (!titles.has(shown)) titles.set(shown, shown);
  return (
    <span class="sandbox-select">
      <select
        aria-label="Sandbox"
        value={shown}
        onChange={({ currentTarget: { value } }) => {
          data.select(value);
          goTo(place, { sandbox: value, job: "", exchange: 0, at: undefined });
        }}
      >
        {[...titles].map(([each, title]) => (
          <option key={each} value={each}>
            {title}
          </option>
        ))}
      </select>
      <span class="dim sandbox-scenario">{scenario}</span>
    </span>
  );
}

function Connection(): JSX.Element {
  const { data } = useApp();
  const state = data.live?.connection.value ?? "recorded";
  return (
    <span class={`connection connection-${state}`} role="status">
      <i />
      {state === "connected" ? "live" : state}
      {state === "lost" ? <span class="num">, last contact {contactText(data.live)}</span> : null}
    </span>
  );
}

function contactText(live: LiveControl | undefined): string {
  return wallText(live?.contactAt() ?? 0).slice(0, 8);
}

function Tabs(): JSX.Element {
  const { data, place } = useApp();
  const { findings = [], exchanges = [], timelines = [] } = data.recording.value ?? {};
  const all = data.report?.findings ?? findings;
  const serious = all.filter((each) => ["error", "warning"].includes(weightOf(each)));
  const counts: Partial<Record<ViewName, number>> = {
    timeline: timelines.length,
    exchanges: exchanges.length,
    findings: serious.length,
  };
  const views = VIEWS.filter((view) => data.live !== undefined || view !== "steer");
  const tabs = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a narrow screen, the tab may be out of view.
    tabs.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [place.value.view]);
  return (
    <nav class="tabs" aria-label="Views" ref={tabs}>
      {views.map((view) => (
        <a
          key={view}
          href={`#/${view}`}
          aria-current={place.value.view === view ? "page" : undefined}
          onClick={(event) => {
            event.preventDefault();
            goTo(place, { view });
          }}
        >
          {TITLES[view]}
          {counts[view] ? (
            <span class={`tab-count num ${view === "findings" ? "tab-alert" : ""}`}>
              {counts[view]}
            </span>
          ) : null}
        </a>
      ))}
    </nav>
  );
}
