import { useEffect, useMemo, useState } from "preact/hooks";
import type { Health } from "../../control/reports.ts";
import { formatDuration } from "../../core/time.ts";
import { grouped } from "../../findings/grouped.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { bytesText } from "../model/instants.ts";
import { OUTCOME_TITLES, type OverviewRow, overviewRows, shownRows } from "../model/overview.ts";
import { type AppState, useApp } from "./app-state.ts";
import { Button, type Column, Fact, Table } from "./basics.tsx";
import { TraceFile } from "./files.tsx";
import { FilterToggle, NothingMatches, SearchField, useFilters } from "./filters.tsx";
import { useControl } from "./hooks.ts";
import { RunFacts } from "./run-facts.tsx";
import { Sign } from "./signs.tsx";

/** Number of rows to show at first, and to add with each click. */
const MANY = 300;

/** Makes a column by which the overview can be sorted. */
function useSorting(
  id: string,
  title: string,
  cell: Column<OverviewRow>["cell"],
  kind = "num",
): Column<OverviewRow> {
  const { filters, set } = useFilters();
  const isChosen = id === (filters.sort ?? "outcome");
  return {
    ...{ cell, class: kind, sort: isChosen ? "descending" : "none" },
    title: (
      <Button class="link" onClick={() => set({ sort: id })}>
        {title}
        {isChosen ? " ↓" : ""}
      </Button>
    ),
  };
}

function useColumns(): readonly Column<OverviewRow>[] {
  const { data, words } = useApp();
  const memory: Column<OverviewRow> = {
    title: "Memory",
    class: "num",
    cell: ({ sandbox }) => bytesText(sandbox.byteLength),
  };
  return [
    useSorting("outcome", "Outcome", (row) => <Outcome {...row} />, "outcome"),
    useSorting("title", "Sandbox", (row) => <Title {...row} />, "overview-title"),
    useSorting("findings", "Findings", (row) => <Kinds {...row} />, ""),
    useSorting("jobs", words.value.pluralTitle, ({ sandbox }) => sandbox.jobs),
    useSorting("calls", "Calls", ({ sandbox }) => sandbox.exchanges),
    useSorting(
      "duration",
      "Duration",
      ({ durationMs: ms }) => ms !== undefined && formatDuration(ms),
    ),
    { title: "Scenario", cell: ({ sandbox }) => sandbox.scenario },
    { title: "Clock", cell: ({ sandbox }) => sandbox.clock },
    { title: "Seed", class: "num", cell: ({ sandbox }) => sandbox.seed },
    ...(data.live === undefined ? [] : [memory]),
  ];
}

/** All sandboxes on a server or in a run, worst first; usually one for each test. */
export function SandboxesView() {
  const app = useApp();
  const { data, place } = app;
  const { live } = data;
  const report = useReport();
  const { filters } = place.value;
  const all = data.sandboxes.value;
  const rows = useMemo(() => overviewRows(all, report), [all, report]);
  const shown = useMemo(() => shownRows(rows, filters), [rows, filters]);
  const [limit, setLimit] = useState(MANY);
  const columns = useColumns();
  return (
    <div class="page">
      <RunFacts />
      <section aria-label="Sandboxes">
        <div class="section-head" role="search">
          <h2>{live === undefined ? "Tests" : "Sandboxes"}</h2>
          <SearchField label="Search" hint="Search by name, scenario, or finding" />
          <OutcomeFilter rows={rows} />
          <TraceFile />
        </div>
        <p class="dim">
          {live === undefined
            ? "Each test has its own sandbox. A sandbox's name links to its timeline."
            : "Each API key has its own sandbox. Requests without a valid key use the default sandbox."}
        </p>
        {shown.length === 0 && rows.length > 0 ? (
          <NothingMatches what="sandbox" />
        ) : (
          <Table
            class="overview"
            columns={columns}
            rows={shown.slice(0, limit)}
            classOf={({ sandbox }) => (isCurrent(app, sandbox) ? "current" : "")}
          />
        )}
        {shown.length > limit && (
          <Button onClick={() => setLimit(limit + MANY)}>Show more of {shown.length}</Button>
        )}
      </section>
      {live !== undefined && <ServerHealth />}
    </div>
  );
}

/** The report on all sandboxes: the recorded one, or a running simulator's current one. */
function useReport(): Report | undefined {
  const { data } = useApp();
  const { live, report } = data;
  useEffect(() => live?.refreshSandboxes(), []);
  const count = data.recording.value.exchanges.length;
  const read = useControl<Report>("/report?all=true", [count]);
  return report ?? read;
}

function OutcomeFilter({ rows }: { readonly rows: readonly OverviewRow[] }) {
  const byOutcome = grouped<OverviewRow, string>(rows, ({ outcome }) => outcome);
  return (
    <span class="group">
      {Object.entries(OUTCOME_TITLES)
        .filter(([outcome]) => byOutcome.has(outcome))
        .map(([outcome, title]) => (
          <FilterToggle key={outcome} name="severity" value={outcome}>
            {title} <span class="num">{byOutcome.get(outcome)?.length}</span>
          </FilterToggle>
        ))}
    </span>
  );
}

function isCurrent({ data }: AppState, { name }: OverviewRow["sandbox"]): boolean {
  return name === data.recording.value.sandbox.name && data.live !== undefined;
}

function Title(row: OverviewRow) {
  const app = useApp();
  const job = row.findings[0]?.jobId ?? "";
  return (
    <>
      <a href={app.hrefOf(row.sandbox.name, { view: "timeline", job })} title={row.sandbox.name}>
        {row.title}
      </a>
      {isCurrent(app, row.sandbox) && <span class="dim"> (shown)</span>}
    </>
  );
}

function Kinds(row: OverviewRow) {
  const { name } = row.sandbox;
  const href = useApp().hrefOf(name, { view: "findings", filters: { in: name } });
  return (
    <>
      {row.kinds.map(({ id, weight, count }) => (
        <a key={weight + id} class={`badge badge-${weight}`} href={href}>
          {id}
          {count > 1 ? ` ×${count}` : ""}
        </a>
      ))}
    </>
  );
}

function Outcome({ outcome, durationMs }: OverviewRow) {
  const { data } = useApp();
  if (outcome !== "clean")
    return (
      <>
        <Sign kind="finding" weight={outcome} />
        {outcome}
      </>
    );
  const isKnown = durationMs !== undefined || data.live === undefined;
  return isKnown ? <span class="fine">✓ clean</span> : <span class="dim">unused</span>;
}

function ServerHealth() {
  const health = useControl<Health>("/health");
  if (health === undefined) return null;
  const { version, uptimeMs, eventLoopDelay, heap } = health;
  return (
    <section aria-label="Server">
      <h2>Server</h2>
      <dl class="facts">
        <Fact name="Version">{version}</Fact>
        <Fact name="Uptime">{formatDuration(uptimeMs)}</Fact>
        <Fact name="Event loop delay">
          {roughly(eventLoopDelay.p50Ms)} median, {roughly(eventLoopDelay.worstMs)} maximum
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
