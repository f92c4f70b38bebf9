import type { JSX } from "preact";
import type { CoverageList, CoverageReport } from "../../findings/report/coverage-report.ts";

/** What clients used of the contract. */
export function CoverageSection({ coverage }: { readonly coverage: CoverageReport }): JSX.Element {
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
