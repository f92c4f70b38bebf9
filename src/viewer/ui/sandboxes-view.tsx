import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useState } from "preact/hooks";
import type { Health } from "../../control/reports.ts";
import { formatDuration } from "../../core/time.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { bytesText } from "../model/instants.ts";
import { type OverviewRow, outcomeOfRow, overviewRows, shownRows } from "../model/overview.ts";
import { writePlace } from "../model/place.ts";
import { type AppState, sandboxPlace, useApp } from "./app-state.ts";
import { TraceFile } from "./files.tsx";
import { FilterToggle, NothingMatches, SearchField, useFilters } from "./filters.tsx";
import { useControl } from "./hooks.ts";
import { Fact } from "./panel.tsx";
import { RunFacts } from "./run-facts.tsx";
import { Sign } from "./signs.tsx";

/** Rows to show at first, and to add with each click. */
const MANY = 300;

/** A column of the overview; one with an ID can be sorted by. */
type Column = {
  readonly id?: string;
  readonly title: string;
  readonly class?: string;
  readonly cell: (row: OverviewRow) => ComponentChildren;
};

/** The columns for the served API's word for jobs. */
function columnsOf(isLive: boolean, jobs: string): readonly Column[] {
  return [
    { id: "outcome", title: "Outcome", class: "outcome", cell: (row) => <Outcome {...row} /> },
    { id: "title", title: "Sandbox", class: "overview-title", cell: (row) => <Title {...row} /> },
    { id: "findings", title: "Findings", cell: (row) => <Kinds {...row} /> },
    { id: "jobs", title: jobs, class: "num", cell: ({ sandbox }) => sandbox.jobs },
    { id: "calls", title: "Calls", class: "num", cell: ({ sandbox }) => sandbox.exchanges },
    {
      id: "duration",
      title: "Duration",
      class: "num",
      cell: ({ durationMs }) => (durationMs === undefined ? "" : formatDuration(durationMs)),
    },
    { title: "Scenario", cell: ({ sandbox }) => sandbox.scenario },
    { title: "Clock", cell: ({ sandbox }) => sandbox.clock },
    { title: "Seed", class: "num", cell: ({ sandbox }) => sandbox.seed },
    ...(isLive
      ? [
          {
            title: "Memory",
            class: "num",
            cell: ({ sandbox }: OverviewRow) => bytesText(sandbox.byteLength),
          },
        ]
      : []),
  ];
}

const OUTCOMES = [
  ["error", "Errors"],
  ["warning", "Warnings"],
  ["pending", "Pending"],
  ["clean", "No findings"],
] as const;

/** All sandboxes of a server or of a run, the worst first; a test has one. */
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
  const columns = columnsOf(live !== undefined, app.words.value.pluralTitle);
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
            ? "Each test has a sandbox of its own; its name leads to its timeline."
            : "Each API key has a sandbox of its own. Requests without a valid key are in the sandbox default."}
        </p>
        {shown.length === 0 && rows.length > 0 ? (
          <NothingMatches what="sandbox" />
        ) : (
          <div class="wide">
            <table class="overview">
              <thead>
                <Head columns={columns} />
              </thead>
              <tbody>
                {shown.slice(0, limit).map((row) => (
                  <tr key={row.sandbox.name} class={isCurrent(app, row.sandbox) ? "current" : ""}>
                    {columns.map(({ title, class: kind, cell }) => (
                      <td key={title} class={kind}>
                        {cell(row)}
                      </td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
        {shown.length > limit ? (
          <button type="button" onClick={() => setLimit(limit + MANY)}>
            Show more of {shown.length}
          </button>
        ) : null}
      </section>
      {live === undefined ? null : <ServerHealth />}
    </div>
  );
}

/** The report on all sandboxes: the recorded one, or what a running simulator says now. */
function useReport(): Report | undefined {
  const { data } = useApp();
  const { live, report } = data;
  useEffect(() => live?.refreshSandboxes(), []);
  const count = data.recording.value?.exchanges.length;
  const read = useControl<Report>("/report?all=true", [count]);
  return report ?? read;
}

function OutcomeFilter({ rows }: { readonly rows: readonly OverviewRow[] }) {
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(outcomeOfRow(row), (counts.get(outcomeOfRow(row)) ?? 0) + 1);
  return (
    <span class="group">
      {OUTCOMES.filter(([outcome]) => counts.has(outcome)).map(([outcome, title]) => (
        <FilterToggle key={outcome} name="severity" value={outcome}>
          {title} <span class="num">{counts.get(outcome)}</span>
        </FilterToggle>
      ))}
    </span>
  );
}

function Head({ columns }: { readonly columns: readonly Column[] }) {
  const { filters, set } = useFilters();
  const sort = filters.sort ?? "outcome";
  return (
    <tr>
      {columns.map(({ id, title, class: kind }) => (
        <th
          key={title}
          scope="col"
          class={kind === "num" ? kind : ""}
          aria-sort={id === undefined ? undefined : sort === id ? "descending" : "none"}
        >
          {id === undefined ? (
            title
          ) : (
            <button type="button" class="link" onClick={() => set({ sort: id })}>
              {title}
              {sort === id ? " ↓" : ""}
            </button>
          )}
        </th>
      ))}
    </tr>
  );
}

/** Whether the views show the sandbox. */
function isCurrent({ data }: AppState, { name }: OverviewRow["sandbox"]): boolean {
  return name === data.recording.value?.sandbox.name && data.live !== undefined;
}

function Title(row: OverviewRow) {
  const app = useApp();
  const job = row.findings[0]?.jobId ?? "";
  return (
    <>
      <a
        href={writePlace(sandboxPlace(app, row.sandbox.name, { view: "timeline", job }))}
        title={row.sandbox.name}
      >
        {row.title}
      </a>
      {isCurrent(app, row.sandbox) ? <span class="dim"> (shown)</span> : null}
    </>
  );
}

function Kinds(row: OverviewRow) {
  const { name } = row.sandbox;
  const place = sandboxPlace(useApp(), name, { view: "findings", filters: { in: name } });
  const href = writePlace(place);
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

function Outcome({ weight, durationMs }: OverviewRow) {
  const { data } = useApp();
  if (weight !== undefined)
    return (
      <>
        <Sign kind="finding" weight={weight} />
        {weight}
      </>
    );
  const isKnown = durationMs !== undefined || data.live === undefined;
  return isKnown ? <span class="fine">✓ clean</span> : <span class="dim">unused</span>;
}

/** How the server is doing. */
export function ServerHealth() {
  const health = useControl<Health>("/health");
  if (health === undefined) return null;
  const { version, uptimeMs, eventLoopDelay, heap } = health;
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
