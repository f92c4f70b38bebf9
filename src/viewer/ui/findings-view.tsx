import type { Finding } from "../../findings/finding.ts";
import type { CoverageList, CoverageReport } from "../../findings/report/coverage-report.ts";
import { type FindingGroup, groupsOf } from "../../findings/report/finding-groups.ts";
import type { Report } from "../../findings/report/report-of.ts";
import { SERIOUS, WEIGHT_TITLES, WEIGHTS, type Weight, weightOf } from "../model/marks.ts";
import { sandboxTitle } from "../model/overview.ts";
import { type Filters, isFound } from "../model/place.ts";
import { useApp } from "./app-state.ts";
import { CodeText } from "./basics.tsx";
import { FilterChoice, NothingMatches } from "./filters.tsx";
import { FindingGroupItem } from "./finding-item.tsx";
import { RunFacts } from "./run-facts.tsx";

const ABOUT: Partial<Readonly<Record<Weight, string>>> = {
  pending: "These findings aren't final until the sandbox ends, because the client can still act.",
  expected: "A test or an option expects these findings.",
};

/** Lists the findings and the coverage, in all sandboxes of a report or in the current sandbox. */
export function FindingsView() {
  const { data, place } = useApp();
  const { findings: own, coverage } = data.recording.value;
  const all = data.report?.findings ?? own;
  const shown = all.filter((finding) => isShown(finding, place.value.filters));
  const hasSerious = all.some((finding) => weightOf(finding) in SERIOUS);
  const none = coverage === undefined ? "Not judged yet." : "No errors or warnings.";
  return (
    <div class="page findings">
      <RunFacts />
      <section aria-label="Findings">
        <FindingFilters findings={all} />
        {hasSerious ? null : <p class="fine">{none}</p>}
        {all.length > 0 && shown.length === 0 && <NothingMatches what="finding" />}
      </section>
      {WEIGHTS.map((weight) => (
        <Section
          key={weight}
          weight={weight}
          findings={shown.filter((finding) => weightOf(finding) === weight)}
        />
      ))}
      {data.report !== undefined && <NotJudged report={data.report} />}
      {coverage !== undefined && <CoverageSection coverage={coverage} />}
    </div>
  );
}

function isShown(finding: Finding, filters: Filters): boolean {
  const { severity = "", in: sandbox = "" } = filters;
  return (
    (severity === "" || weightOf(finding) === severity) &&
    (sandbox === "" || finding.sandbox === sandbox) &&
    isFound(filters, () => [finding.id, finding.sentence, finding.jobId, finding.sandbox])
  );
}

function FindingFilters({ findings }: { readonly findings: readonly Finding[] }) {
  const { data } = useApp();
  const names = [...new Set(findings.map(({ sandbox }) => sandbox))].filter((each) => each !== "");
  const found = new Set(findings.map(weightOf));
  const weights = WEIGHTS.filter((weight) => found.has(weight));
  return (
    <div class="section-head">
      <h2>Findings</h2>
      {weights.length < 2 ? null : (
        <FilterChoice
          name="severity"
          label="Severity"
          all="All severities"
          options={weights.map((weight) => [weight, WEIGHT_TITLES[weight]] as const)}
        />
      )}
      {names.length < 2 ? null : (
        <FilterChoice
          name="in"
          label="In sandbox"
          all="All sandboxes"
          options={names.map((name) => [name, sandboxTitle(data.sandboxes.value, name)] as const)}
        />
      )}
    </div>
  );
}

type SectionProps = { readonly weight: Weight; readonly findings: readonly Finding[] };

function Section({ weight, findings }: SectionProps) {
  if (findings.length === 0) return null;
  const title = WEIGHT_TITLES[weight];
  const about = ABOUT[weight];
  const groups = groupsOf(findings);
  const heading = (
    <>
      {title} <span class="tab-count num">{findings.length}</span>
    </>
  );
  const list = (
    <>
      {about !== undefined && <p class="dim">{about}</p>}
      <ol class="plain">
        {groups.map((group) => (
          <FindingGroupItem key={keyOf(group)} group={group} isOnly={groups.length === 1} />
        ))}
      </ol>
    </>
  );
  return (
    <section aria-label={title}>
      {weight in SERIOUS ? (
        <>
          <h3>{heading}</h3>
          {list}
        </>
      ) : (
        <details>
          <summary>{heading}</summary>
          {list}
        </details>
      )}
    </section>
  );
}

function keyOf({ first: { id, cure, section } }: FindingGroup): string {
  return `${id} ${cure} ${section}`;
}

function NotJudged({ report }: { readonly report: Report }) {
  const { notJudged, notPlayed } = report;
  if (notJudged.length + notPlayed.length === 0) return null;
  return (
    <section aria-label="Not judged">
      <h2>Not judged</h2>
      <ul>
        {notJudged.map(({ what, why, sandboxes }) => (
          <li key={what}>
            <b>{what}</b>
            {sandboxes.length < report.sandboxes.length
              ? ` in ${sandboxes.length} of ${report.sandboxes.length} sandboxes`
              : ""}
            : <CodeText text={why} />
          </li>
        ))}
        {notPlayed.map(({ scenario, rule, why, toFire }) => (
          <li key={scenario + rule}>
            The fault <b>{rule}</b> in <code>{scenario}</code> never fired:{" "}
            <CodeText text={`${why}. ${toFire}`} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function CoverageSection({ coverage }: { readonly coverage: CoverageReport }) {
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

function CoverageRow({ list }: { readonly list: CoverageList }) {
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
