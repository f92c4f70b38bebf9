import type { JSX } from "preact";
import type { Finding } from "../../findings/finding.ts";
import { basisText } from "../../findings/report/summary-text.ts";
import type { PagePlace } from "../model/place.ts";
import { goTo, useApp } from "./app-state.ts";
import { CodeText } from "./code-text.tsx";
import { CopyButton } from "./copy-button.tsx";

/** A finding, with ways to its evidence. */
export function FindingItem({ finding }: { readonly finding: Finding }): JSX.Element {
  const { data, place } = useApp();
  const { id, severity, isExpected, isPending, sentence, cure, jobId, evidence, sandbox } = finding;
  const undecided = isPending === true ? "pending" : severity;
  const kind = isExpected ? "expected" : undecided;
  const more = finding.exchangeCount - evidence.length;
  const go = (change: Partial<PagePlace>): void => {
    if (sandbox !== data.recording.value?.sandbox.name) data.select(sandbox);
    goTo(place, { sandbox, ...change });
  };
  return (
    <li class={`finding finding-${kind}`}>
      <p class="finding-head">
        <span class={`badge badge-${kind}`}>{kind}</span>
        <code>{id}</code>
        {data.report === undefined ? null : <span class="dim">in {sandbox}</span>}
        <span class="dim finding-basis">{basisText(finding)}</span>
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
            onClick={() => go({ exchange, ...(jobId !== undefined && { job: jobId }) })}
          >
            #{exchange} {method} → {status === 0 ? "no response" : status}
          </button>
        ))}
        {more > 0 ? <span class="dim">and {more} more</span> : null}
        {jobId === undefined ? null : (
          <button
            type="button"
            onClick={() =>
              go({
                view: "timeline",
                job: jobId,
                ...(evidence[0] !== undefined && { at: evidence[0].at }),
              })
            }
          >
            Show on the timeline
          </button>
        )}
        <CopyButton text={finding.repeat} label="Copy the command that repeats it" />
      </p>
    </li>
  );
}
