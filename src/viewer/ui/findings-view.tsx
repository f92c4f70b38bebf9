import type { JSX } from "preact";
import type { Finding } from "../../findings/finding.ts";
import type { CoverageList } from "../../findings/report/coverage-report.ts";
import { goTo, useApp } from "./app-state.ts";
import { CodeText } from "./code-text.tsx";
import { CopyButton } from "./copy-button.tsx";

/** What the sandbox's clients did wrong, and what they used. */
export function FindingsView(): JSX.Element {
  const { data } = useApp();
  const { findings = [], coverage } = data.recording.value ?? {};
  const serious = findings.filter(({ severity, isExpected }) => severity !== "info" && !isExpected);
  const others = findings.filter(({ severity, isExpected }) => severity === "info" || isExpected);
  return (
    <div class="page findings">
      <section aria-label="Findings">
        <h2>Findings</h2>
        {serious.length === 0 ? (
          <p class="fine">
            {coverage === undefined ? "Not judged yet." : "No errors and no warnings."}
          </p>
        ) : (
          <ol class="plain">
            {serious.map((finding) => (
              <FindingItem key={finding.sentence} finding={finding} />
            ))}
          </ol>
        )}
        {others.length === 0 ? null : (
          <details>
            <summary>{others.length} more: infos and expected findings</summary>
            <ol class="plain">
              {others.map((finding) => (
                <FindingItem key={finding.sentence} finding={finding} />
              ))}
            </ol>
          </details>
        )}
      </section>
      {coverage === undefined ? null : (
        <section aria-label="Coverage">
          <h2>Coverage: {Math.round(coverage.share * 100)}%</h2>
          {coverage.lists
            .filter(({ total }) => total > 0)
            .map((list) => (
              <CoverageRow key={list.name} list={list} />
            ))}
        </section>
      )}
    </div>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }): JSX.Element {
  const { place } = useApp();
  const { id, severity, isExpected, sentence, cure, section, jobId, evidence, repeat } = finding;
  const kind = isExpected ? "expected" : severity;
  const more = finding.exchangeCount - evidence.length;
  return (
    <li class={`finding finding-${kind}`}>
      <p class="finding-head">
        <span class={`badge badge-${kind}`}>{kind}</span> <code>{id}</code>
        {section === undefined ? null : <span class="dim"> part {section}</span>}
      </p>
      <p class="finding-sentence">
        <CodeText text={sentence} />
      </p>
      <p class="dim">
        <CodeText text={cure} />
      </p>
      <p class="finding-evidence">
        {evidence.map(({ id: exchange, method, status }) => (
          <button
            key={exchange}
            type="button"
            onClick={() => goTo(place, { exchange, ...(jobId !== undefined && { job: jobId }) })}
          >
            #{exchange} {method} → {status === 0 ? "no response" : status}
          </button>
        ))}
        {more > 0 ? <span class="dim">and {more} more</span> : null}
        {jobId === undefined ? null : (
          <button
            type="button"
            onClick={() =>
              goTo(place, {
                view: "timeline",
                job: jobId,
                ...(evidence[0] !== undefined && { at: evidence[0].at }),
              })
            }
          >
            Show on the timeline
          </button>
        )}
        <CopyButton text={repeat} label="Copy the command that repeats it" />
      </p>
    </li>
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
