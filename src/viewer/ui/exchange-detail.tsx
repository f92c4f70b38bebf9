import type { ComponentChildren } from "preact";
import type { ExchangeSummary } from "../../control/reports.ts";
import { counted } from "../../core/counted.ts";
import type { Exchange } from "../../core/exchange.ts";
import type { RuleCheck } from "../../core/fault-rule.ts";
import { formatDuration } from "../../core/time.ts";
import { shownBody } from "../model/body-text.ts";
import { asCurl, asFaultRule, asFetch } from "../model/commands.ts";
import { instantText, wallText } from "../model/instants.ts";
import { outcomeOf } from "../model/marks.ts";
import { useApp } from "./app-state.ts";
import { Button, CodeText, CopyButton, Fact, SignButton, Table } from "./basics.tsx";
import { useLoaded } from "./hooks.ts";
import { FindingNotes, Panel, PanelSection } from "./panel.tsx";
import { Sign } from "./signs.tsx";

export function ExchangeDetail({ id }: { readonly id: number }) {
  const { data, goTo } = useApp();
  const { name } = data.recording.value.sandbox;
  const loaded = useLoaded([name, id], () => data.exchange(id));
  const { value: exchange, error } = loaded;
  const head = (
    <>
      <span class="panel-title">Exchange {id}</span>
      <NeighborLinks id={id} />
    </>
  );
  return (
    <Panel
      label={`Exchange ${id}`}
      class="detail"
      head={head}
      onClose={() => goTo({ exchange: 0 })}
    >
      {error !== undefined && <p class="problem">{error}</p>}
      {exchange !== undefined && <ExchangeContent exchange={exchange} />}
      {"value" in loaded && exchange === undefined && (
        <p class="dim">This exchange is no longer in the journal.</p>
      )}
    </Panel>
  );
}

/** Links to the previous and next calls in the table or, without a table, about the same job. */
function NeighborLinks({ id }: { readonly id: number }) {
  const { data, goTo, listed, callsByJob, words } = useApp();
  const call = data.recording.value.exchanges.find((each) => each.id === id);
  const calls = listed.value ?? callsByJob.value.get(call?.jobId ?? "") ?? [];
  const where = listed.value === undefined ? `about the ${words.value.noun}` : "in the table";
  const index = calls.findIndex((each) => each.id === id);
  if (index === -1) return null;
  const linkTo = (name: string, sign: string, next: ExchangeSummary | undefined) => (
    <SignButton
      {...{ name: `${name} call ${where}`, sign, disabled: next === undefined }}
      onClick={() => next && goTo({ exchange: next.id })}
    />
  );
  return (
    <span class="group">
      {linkTo("Previous", "←", calls[index - 1])}
      {linkTo("Next", "→", calls[index + 1])}
    </span>
  );
}

type OfExchange = { readonly exchange: Exchange };

function ExchangeContent({ exchange }: OfExchange) {
  const { data, findings } = useApp();
  const { request, response, problems, edges = [], rules = [] } = exchange;
  return (
    <>
      <Overview exchange={exchange} />
      <FindingNotes findings={findings.value.ofExchange(exchange.id)} />
      <PanelList title="Problems with the request">
        {problems.map(({ path, message }) => (
          <li key={path + message} class="note note-warning">
            <code>{path}</code> {message}
          </li>
        ))}
      </PanelList>
      <PanelList title="Edge cases in the results">
        {edges.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </PanelList>
      {rules.length > 0 && <RuleChecks rules={rules} />}
      <div class="buttons">
        <CopyButton label="Copy as curl" text={() => asCurl(exchange, data.origin)} />
        <CopyButton label="Copy as fetch" text={() => asFetch(exchange, data.origin)} />
        <CopyButton label="Copy as fault rule" text={() => asFaultRule(exchange)} />
      </div>
      <Message side="request" {...request} />
      <Message side="response" {...response} />
    </>
  );
}

type PanelListProps = { readonly title: string; readonly children: readonly ComponentChildren[] };

function PanelList({ title, children }: PanelListProps) {
  return children.length === 0 ? null : (
    <PanelSection title={title}>
      <ul class="plain">{children}</ul>
    </PanelSection>
  );
}

/** Shows whether each rule for the operation fired, or why it didn't; names the other rules. */
function RuleChecks({ rules }: { readonly rules: readonly RuleCheck[] }) {
  const others = rules.filter(({ unmet }) => unmet?.condition === "on");
  return (
    <PanelSection title="Fault rules">
      <ol class="plain">
        {rules.map(({ rule, unmet }) =>
          unmet?.condition === "on" ? null : (
            <li key={rule}>
              <code>{rule}</code> {unmet === undefined ? "fired" : "did not fire: "}
              {unmet && <code>{unmet.condition}</code>}
              {unmet && `, ${unmet.because}`}
            </li>
          ),
        )}
      </ol>
      {others.length > 0 && (
        <p class="dim">
          Rules for other operations:{" "}
          <CodeText text={others.map(({ rule }) => `\`${rule}\``).join(", ")} />
        </p>
      )}
    </PanelSection>
  );
}

function Overview({ exchange }: OfExchange) {
  const { goTo, words } = useApp();
  const { title, stateOf } = words.value;
  const { method, url, operationId, response, end, fault, simError, nearest } = exchange;
  const { jobId, jobState } = exchange;
  const outcome = outcomeOf({ status: response.status, end });
  return (
    <div class="panel-section">
      <p class="ex-url">
        <b>{method}</b> <code>{url}</code>
      </p>
      <dl class="facts">
        <Fact name="Status">
          <Sign kind={outcome} /> {response.status === 0 ? "none" : response.status}
          {end === "finished" ? "" : `, ${end}`}
        </Fact>
        <Fact name="Operation">
          {operationId ?? `none; the nearest is ${nearest ?? "unknown"}`}
        </Fact>
        <Fact name={title}>
          {jobId && (
            <Button class="link" onClick={() => goTo({ view: "timeline", job: jobId })}>
              <code>{jobId}</code>
            </Button>
          )}
        </Fact>
        <Fact name={`${title} state`}>{jobState && stateOf(jobState)}</Fact>
        <Fact name="Fault">
          {fault && (
            <>
              <Sign kind="fault" /> <code>{fault}</code> affected the response
            </>
          )}
        </Fact>
        <Fact name="Simulator">{simError}</Fact>
        <Fact name="Simulated time" isNumeric>
          <Button class="link" onClick={() => goTo({ at: exchange.at })}>
            {instantText(exchange.at)}
          </Button>
        </Fact>
        <Fact name="Wall clock" isNumeric>
          {wallText(exchange.wallAt)}, took {formatDuration(exchange.durationMs)}
        </Fact>
      </dl>
    </div>
  );
}

type MessageProps = Exchange["request"] & { readonly side: "request" | "response" };

function Message({ side, headers, body }: MessageProps) {
  const entries = Object.entries(headers);
  const { text, rows, note } = shownBody(body, headers, side);
  return (
    <PanelSection title={side === "request" ? "Request" : "Response"}>
      <details>
        <summary>{counted(entries.length, "header")}</summary>
        <dl class="headers">
          {entries.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
      </details>
      {text !== undefined && <pre>{text}</pre>}
      {rows !== undefined && <CellTable rows={rows} />}
      <p class="dim small">{note}</p>
    </PanelSection>
  );
}

function CellTable({ rows }: { readonly rows: readonly (readonly string[])[] }) {
  const [head = [], ...others] = rows;
  const columns = head.map((title, index) => ({
    title,
    cell: (row: readonly string[]) => row[index],
  }));
  return <Table class="cells" columns={columns} rows={others} />;
}
