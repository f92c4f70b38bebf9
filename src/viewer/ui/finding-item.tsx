import { useState } from "preact/hooks";
import type { Finding } from "../../findings/finding.ts";
import { countText, type FindingGroup } from "../../findings/report/finding-groups.ts";
import { basisText, interfaceAnchor } from "../../findings/report/summary-text.ts";
import { weightOf } from "../model/marks.ts";
import { sandboxTitle } from "../model/overview.ts";
import type { PagePlace } from "../model/place.ts";
import { useApp } from "./app-state.ts";
import { Button, CodeText, CopyButton } from "./basics.tsx";

/** Number of findings that a group lists at first. If it is the only group, it lists `MORE`. */
const FEW = 3;
const MORE = 50;

type GroupProps = { readonly group: FindingGroup; readonly isOnly: boolean };

/** Findings of one kind: their common text, and links to the evidence for each finding. */
export function FindingGroupItem({ group, isOnly }: GroupProps) {
  const [limit, setLimit] = useState(isOnly ? MORE : FEW);
  const { first, cases } = group;
  const findings = cases.flatMap(({ findings: own }) => own);
  const weight = weightOf(first);
  const more = findings.length - limit;
  return (
    <li class={`finding finding-${weight}`}>
      <p class="finding-head">
        <span class={`badge badge-${weight}`}>{weight}</span>
        <code>{first.id}</code>
        <span class="dim">{countText(group)}</span>
        <Basis finding={first} />
      </p>
      <p class="dim">
        <CodeText text={first.cure} />
      </p>
      {first.sectionText !== undefined && (
        <blockquote class="dim">
          <CodeText text={first.sectionText} />
        </blockquote>
      )}
      <ul class="plain finding-cases">
        {findings.slice(0, limit).map((finding) => (
          <FindingCase key={finding.sandbox + finding.sentence} finding={finding} />
        ))}
      </ul>
      {more > 0 && (
        <Button onClick={() => setLimit(limit + MORE)}>
          Show {Math.min(more, MORE)} more of {findings.length}
        </Button>
      )}
    </li>
  );
}

type OfFinding = { readonly finding: Finding };

/** The interface document's public address, because a page doesn't include the document. */
const INTERFACE = "https://unpkg.com/batch-sim/docs/interface.md";

function Basis({ finding }: OfFinding) {
  const { section } = finding;
  const text = basisText(finding);
  if (section === undefined) return <span class="dim finding-basis">{text}</span>;
  const href = `${INTERFACE}#${interfaceAnchor(section)}`;
  return (
    <a class="dim finding-basis" href={href} target="_blank" rel="noreferrer">
      {text}
    </a>
  );
}

function FindingCase({ finding }: OfFinding) {
  const { data, place, hrefOf, goToSandbox } = useApp();
  const { sentence, sandbox, jobId: job = "", evidence } = finding;
  const more = finding.exchangeCount - evidence.length;
  const { filters } = place.value;
  const go = (change: Partial<PagePlace>): void => goToSandbox(sandbox, { filters, ...change });
  return (
    <li>
      <p class="finding-sentence">
        <CodeText text={sentence} />
      </p>
      <p class="finding-evidence">
        {data.report === undefined || sandbox === "" ? null : (
          <a href={hrefOf(sandbox, { view: "timeline", job })}>
            in {sandboxTitle(data.sandboxes.value, sandbox)}
          </a>
        )}
        {evidence.map(({ id: exchange, method, status }) => (
          <Button key={exchange} onClick={() => go({ exchange, job })}>
            #{exchange} {method} → {status === 0 ? "no response" : status}
          </Button>
        ))}
        {more > 0 && <span class="dim">and {more} more</span>}
        {job !== "" && (
          <Button onClick={() => go({ view: "timeline", job, at: evidence[0]?.at })}>
            Show on the timeline
          </Button>
        )}
        <CopyButton text={finding.repeat} label="Copy the command to reproduce this finding" />
      </p>
    </li>
  );
}
