import type { JSX } from "preact";
import type { CoverageList, CoverageReport } from "../../findings/report/coverage-report.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { useApp } from "./app-state.ts";
import { CodeText } from "./code-text.tsx";
import { FindingItem } from "./finding-item.tsx";

/** Findings to list; a report has up to a thousand. */
const MAX_ITEMS = 200;

/** Lists the findings and the coverage, in all sandboxes of a report or in the current sandbox. */
export function FindingsView(): JSX.Element {
  const { data } = useApp();
  const { findings: own = [], coverage } = data.recording.value ?? {};
  const findings = data.report?.findings ?? own;
  const serious = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
  const others = findings.filter(({ severity, isExpected }) => severity === "info" || isExpected);
  const none = coverage === undefined ? "Not judged yet." : "No errors and no warnings.";
  return (
    <div class="page findings">
      <section aria-label="Findings">
        <h2>Findings</h2>
        {serious.length === 0 ? <p class="fine">{none}</p> : <FindingList findings={serious} />}
        {others.length === 0 ? null : (
          <details>
            <summary>{others.length} more: infos and expected findings</summary>
            <FindingList findings={others} />
          </details>
        )}
      </section>
      {data.report === undefined ? null : <NotJudged report={data.report} />}
      {coverage === undefined ? null : <CoverageSection coverage={coverage} />}
    </div>
  );
}

function FindingList({ findings }: Pick<Report, "findings">): JSX.Element {
  const more = findings.length - MAX_ITEMS;
  return (
    <>
      <ol class="plain">
        {findings.slice(0, MAX_ITEMS).map((finding) => (
          <FindingItem key={finding.sandbox + finding.sentence} finding={finding} />
        ))}
      </ol>
      {more > 0 ? <p class="dim">… and {more} more; report.json has all of them.</p> : null}
    </>
  );
}

function NotJudged({ report }: { readonly report: Report }): JSX.Element | null {
  const { notJudged, notPlayed } = report;
  if (notJudged.length + notPlayed.length === 0) return null;
  return (
    <section aria-label="Not judged">
      <h2>Not judged</h2>
      <ul>
        {notJudged.map(({ what, why }) => (
          <li key={what}>
            <b>{what}</b>: <CodeText text={why} />
          </li>
        ))}
        {notPlayed.map(({ scenario, rule, why, toFire }) => (
          <li key={scenario + rule}>
            The fault <b>{rule}</b> of <code>{scenario}</code> never fired:{" "}
            <CodeText text={`${why}. ${toFire}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Shows how much of the contract clients used. */
function CoverageSection({ coverage }: { readonly coverage: CoverageReport }): JSX.Element {
  return (
    <section aria-label="Coverage">
      <h2>Coverage: {Math.round(coverage.share * 100)}%</h2>
      {coverage.lists
        .filter(({ total }) => total > 0)
        .map((list) => (
          <CoverageRow key={list.name} list={list} />
        ))}
    </section>
  );
}

function CoverageRow({ list }: { readonly list: CoverageList }): JSX.Element {
  const { name, covered, total, missing } = list;
  return (
    <details class="coverage">
      <summary>
        <span class="coverage-name">{name}</span>
        <meter min={0} max={total} value={covered} aria-label={`${name} covered`} />
        <span class="num dim">
          {covered} of {total}
        </span>
      </summary>
      {missing.length === 0 ? (
        <p class="dim">Nothing is missing.</p>
      ) : (
        <ul class="missing">
          {missing.map((item) => (
            <li key={item}>
              <code>{item}</code>
            </li>
          ))}
        </ul>
      )}
    </details>
  );
}
