import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { wallText } from "../model/instants.ts";
import { weightOf } from "../model/marks.ts";
import { titleOf } from "../model/overview.ts";
import { capitalized } from "../model/page-words.ts";
import { VIEWS, type ViewName } from "../model/place.ts";
import { useApp } from "./app-state.ts";
import { Button } from "./basics.tsx";
import { ClockBar, ClockNow } from "./clock-bar.tsx";
import { Choice } from "./filters.tsx";
import { useKept } from "./hooks.ts";

export function TopBar() {
  const [isOpen, setOpen] = useState(false);
  return (
    <header class="top">
      <div class={`top-line ${isOpen ? "is-open" : ""}`}>
        <h1 class="brand">batch-sim</h1>
        <SandboxSelect />
        <ClockNow />
        <Connection />
        <Button
          class="menu-button"
          aria-expanded={isOpen}
          aria-controls="controls"
          onClick={() => setOpen(!isOpen)}
        >
          Menu
        </Button>
        <div class="controls" id="controls">
          <ClockBar />
          <ThemeChoice />
        </div>
      </div>
      <Tabs />
    </header>
  );
}

function SandboxSelect() {
  const { data, goToSandbox } = useApp();
  const { name, scenario } = data.recording.value.sandbox;
  const all = data.sandboxes.value;
  const titles = new Map(all.map((each) => [each.name, titleOf(each)]));
  const shown = data.missing.value ?? name;
  if (!titles.has(shown)) titles.set(shown, shown);
  return (
    <span class="sandbox-select">
      <Choice
        isCompact
        label="Sandbox"
        value={shown}
        options={[...titles]}
        onChange={goToSandbox}
      />
      <span class="dim sandbox-scenario">{scenario}</span>
    </span>
  );
}

function Connection() {
  const { data } = useApp();
  const state = data.live?.connection.value ?? "recorded";
  const contact = wallText(data.live?.contactAt() ?? 0).slice(0, 8);
  return (
    <span class={`connection connection-${state}`} role="status">
      <i />
      {state === "connected" ? "live" : state}
      {state === "lost" && <span class="num">, last contact {contact}</span>}
    </span>
  );
}

function Tabs() {
  const { data, place, goTo } = useApp();
  const { findings, exchanges, timelines } = data.recording.value;
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
    // On a narrow screen, the current tab may be out of view.
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
            goTo({ view });
          }}
        >
          {capitalized(view)}
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

/** Media queries for the dark colors, by theme. */
const DARK_MEDIA: Readonly<Record<string, string>> = {
  system: "(prefers-color-scheme: dark)",
  light: "not all",
  dark: "all",
};

function ThemeChoice() {
  const [kept, keep] = useKept("batch-sim-theme", "system");
  const theme = kept in DARK_MEDIA ? kept : "system";
  useLayoutEffect(() => applyTheme(theme), [theme]);
  return (
    <Choice
      isCompact
      label="Theme"
      value={theme}
      options={Object.keys(DARK_MEDIA).map(
        (each) => [each, `${capitalized(each)} colors`] as const,
      )}
      onChange={keep}
    />
  );
}

/** Changes the media condition of the dark colors, so that the style sheet has them only once. */
function applyTheme(theme: string): void {
  document.documentElement.style.colorScheme = theme === "system" ? "" : theme;
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && Object.values(DARK_MEDIA).includes(rule.media.mediaText))
        rule.media.mediaText = DARK_MEDIA[theme] ?? "";
}
