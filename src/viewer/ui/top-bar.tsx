import type { JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { VIEWS, type ViewName } from "../model/place.ts";
import { goTo, useApp } from "./app-state.ts";
import { ClockBar } from "./clock-bar.tsx";
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
  return (
    <header class="top">
      <div class="top-line">
        <h1 class="brand">batch-sim</h1>
        <SandboxSelect />
        <ClockBar />
        <Connection />
        <ThemeChoice />
      </div>
      <Tabs />
    </header>
  );
}

function SandboxSelect(): JSX.Element {
  const { data, place } = useApp();
  const { name = "", scenario = "" } = data.recording.value?.sandbox ?? {};
  const names = data.sandboxes.value.map((each) => each.name);
  return (
    <span class="sandbox-select">
      <select
        aria-label="Sandbox"
        value={name}
        onChange={({ currentTarget: { value } }) => {
          data.select(value);
          goTo(place, { sandbox: value, job: "", exchange: 0, at: undefined });
        }}
      >
        {(names.includes(name) ? names : [name, ...names]).map((each) => (
          <option key={each}>{each}</option>
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
    </span>
  );
}

function Tabs(): JSX.Element {
  const { data, place } = useApp();
  const { findings = [], exchanges = [], timelines = [] } = data.recording.value ?? {};
  const serious = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
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
