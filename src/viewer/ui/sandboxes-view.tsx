import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import { formatDuration } from "../../core/time.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { bytesText } from "../model/instant-text.ts";
import { type OverviewRow, outcomeOfRow, overviewRows, shownRows } from "../model/overview.ts";
import { writePlace } from "../model/place.ts";
import { goTo, useApp } from "./app-state.ts";
import { Sign } from "./mark-shape.tsx";
import { NothingMatches } from "./nothing-matches.tsx";
import { RunFacts } from "./run-facts.tsx";
import { SearchField } from "./search-field.tsx";
import { ServerHealth } from "./server-health.tsx";
import { TraceFile } from "./trace-file.tsx";
import { useLoaded } from "./use-loaded.ts";

/** Rows to show at first, and to add with each click. */
const MANY = 300;

type Column = { readonly id: string; readonly title: string; readonly isNumber?: true };

const COLUMNS: readonly Column[] = [
  { id: "outcome", title: "Outcome" },
  { id: "title", title: "Sandbox" },
  { id: "findings", title: "Findings" },
  { id: "jobs", title: "Jobs", isNumber: true },
  { id: "calls", title: "Calls", isNumber: true },
  { id: "duration", title: "Duration", isNumber: true },
];

const OUTCOMES = ["error", "warning", "pending", "clean"] as const;

const OUTCOME_TITLES: Readonly<Record<string, string>> = {
  error: "Errors",
  warning: "Warnings",
  pending: "Pending",
  clean: "No findings",
};

/** All sandboxes of a server or of a run, the worst first; a test has one. */
export function SandboxesView(): JSX.Element {
  const { data, place } = useApp();
  const { live } = data;
  const report = useReport();
  const { filters } = place.value;
  const all = data.sandboxes.value;
  const rows = useMemo(() => overviewRows(all, report), [all, report]);
  const shown = useMemo(() => shownRows(rows, filters), [rows, filters]);
  const limit = useSignal(MANY);
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
              <Head />
              <tbody>
                {shown.slice(0, limit.value).map((row) => (
                  <SandboxRow key={row.sandbox.name} row={row} />
                ))}
              </tbody>
            </table>
          </div>
        )}
        {shown.length > limit.value ? (
          <button
            type="button"
            onClick={() => {
              limit.value += MANY;
            }}
          >
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
  const { value } = useLoaded(`${data.recording.value?.exchanges.length}`, async () =>
    live?.send<Report>({ method: "GET", path: "/report?all=true" }),
  );
  return report ?? value;
}

function OutcomeFilter({ rows }: { readonly rows: readonly OverviewRow[] }): JSX.Element {
  const { place } = useApp();
  const { filters } = place.value;
  const counts = new Map<string, number>();
  for (const row of rows) counts.set(outcomeOfRow(row), (counts.get(outcomeOfRow(row)) ?? 0) + 1);
  return (
    <span class="group">
      {OUTCOMES.filter((each) => counts.has(each)).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={filters.severity === each}
          onClick={() =>
            goTo(place, {
              filters: { ...filters, severity: filters.severity === each ? "" : each },
            })
          }
        >
          {OUTCOME_TITLES[each]} <span class="num">{counts.get(each)}</span>
        </button>
      ))}
    </span>
  );
}

function Head(): JSX.Element {
  const { data, place } = useApp();
  const { filters } = place.value;
  const sort = filters.sort ?? "outcome";
  return (
    <thead>
      <tr>
        {COLUMNS.map(({ id, title, isNumber }) => (
          <th
            key={id}
            scope="col"
            class={isNumber === true ? "num" : ""}
            aria-sort={sort === id ? "descending" : "none"}
          >
            <button
              type="button"
              class="link"
              onClick={() => goTo(place, { filters: { ...filters, sort: id } })}
            >
              {title}
              {sort === id ? " ↓" : ""}
            </button>
          </th>
        ))}
        <th scope="col">Scenario</th>
        <th scope="col">Clock</th>
        <th scope="col" class="num">
          Seed
        </th>
        {data.live === undefined ? null : (
          <th scope="col" class="num">
            Memory
          </th>
        )}
      </tr>
    </thead>
  );
}

function SandboxRow({ row }: { readonly row: OverviewRow }): JSX.Element {
  const { data, place } = useApp();
  const { sandbox, title, weight, kinds, findings, durationMs } = row;
  const { name, scenario, clock, seed, jobs, exchanges, byteLength } = sandbox;
  const isCurrent = name === data.recording.value?.sandbox.name && data.live !== undefined;
  const about = { ...place.value, sandbox: name, exchange: 0, at: undefined, filters: {} };
  const href = writePlace({ ...about, view: "timeline", job: findings[0]?.jobId ?? "" });
  const found = writePlace({ ...about, view: "findings", job: "", filters: { in: name } });
  return (
    <tr class={isCurrent ? "current" : ""}>
      <td class="outcome">
        <Outcome weight={weight} isKnown={durationMs !== undefined || data.live === undefined} />
      </td>
      <td class="overview-title">
        <a href={href} title={name}>
          {title}
        </a>
        {isCurrent ? <span class="dim"> (shown)</span> : null}
      </td>
      <td>
        {kinds.map(({ id, weight: own, count }) => (
          <a key={own + id} class={`badge badge-${own}`} href={found}>
            {id}
            {count > 1 ? ` ×${count}` : ""}
          </a>
        ))}
      </td>
      <td class="num">{jobs}</td>
      <td class="num">{exchanges}</td>
      <td class="num">{durationMs === undefined ? "" : formatDuration(durationMs)}</td>
      <td>{scenario}</td>
      <td>{clock}</td>
      <td class="num">{seed}</td>
      {data.live === undefined ? null : <td class="num">{bytesText(byteLength)}</td>}
    </tr>
  );
}

function Outcome({
  weight,
  isKnown,
}: Pick<OverviewRow, "weight"> & { readonly isKnown: boolean }): JSX.Element | null {
  if (weight !== undefined)
    return (
      <>
        <Sign kind="finding" weight={weight} />
        {weight}
      </>
    );
  return isKnown ? <span class="fine">✓ clean</span> : <span class="dim">unused</span>;
}
