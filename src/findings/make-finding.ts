import type { ContractFacts } from "../core/contract-facts.ts";
import { defined } from "../core/defined.ts";
import type { Trace } from "../core/trace.ts";
import { visibleLine } from "../core/visible-text.ts";
import type { CaseFile } from "./case-file.ts";
import type { Finding, Observation, QuotedExchange, Severity } from "./finding.ts";
import { FINDING_TABLE } from "./finding-table.ts";

/** Maximum number of exchange IDs in a finding; all exchanges are counted. */
const MAX_EXCHANGES = 20;

const MAX_QUOTED = 3;

/** Maximum length of a shown URL, in characters. */
const MAX_URL_LENGTH = 160;

/** `repeat` is the command that all findings of a sandbox share. */
export function findingOf(
  { evidence }: CaseFile,
  observation: Observation,
  { repeat, isStrict }: { readonly repeat: string; readonly isStrict: boolean },
): Finding {
  const { id, sentence, jobId } = observation;
  const row = FINDING_TABLE[id];
  const { contract } = evidence;
  const section = hasParts(contract) ? (observation.section ?? row.section) : undefined;
  const exchanges = inOrder(observation.exchanges);
  return defined({
    id,
    severity: severityOf(observation, isStrict),
    // Clients choose paths, fields, and IDs, which may contain line breaks and control characters.
    sentence: visibleLine(inWordsOf(contract, sentence)),
    ...{ section, sectionText: contract.interfaceTexts[section ?? ""] },
    assumption: assumptionIn(contract, observation.assumption ?? row.assumption),
    cure: inWordsOf(contract, observation.cure ?? row.cure),
    exchanges: exchanges.slice(0, MAX_EXCHANGES).map((trace) => trace.id),
    evidence: exchanges.slice(0, MAX_QUOTED).map(quoted),
    exchangeCount: exchanges.length,
    ...{ repeat, sandbox: evidence.sandbox, scenario: evidence.scenario, jobId },
    isExpected: false,
    isPending: (evidence.isInUse === true && row.isOmission) || undefined,
  });
}

/** Sorts exchanges, and removes duplicates. Returns the same list if nothing changes. */
function inOrder(traces: readonly Trace[]): readonly Trace[] {
  const isInOrder = traces.every(({ id }, index) => id > (traces[index - 1]?.id ?? 0));
  return isInOrder ? traces : [...new Set(traces)].sort((a, b) => a.id - b.id);
}

export function severityOf(
  { id, severity = FINDING_TABLE[id].severity }: Pick<Observation, "id" | "severity">,
  isStrict: boolean,
): Severity {
  return severity === "info" && isStrict ? "warning" : severity;
}

function quoted({ id, method, url, status, at }: Trace): QuotedExchange {
  const shown = url.length > MAX_URL_LENGTH ? `${url.slice(0, MAX_URL_LENGTH)}…` : url;
  return { id, method, url: shown, status, at };
}

/** Adapts a sentence to the served API, which may have a spec instead of an interface document. */
function inWordsOf(facts: ContractFacts, text: string): string {
  if (hasParts(facts)) return text;
  const { title, keyVariable = "BATCH_SIM_API_KEY" } = facts;
  const known = text
    .replace("BATCH_SIM_API_KEY", keyVariable)
    .replace(/ \(assumption `([^`]*)`\)/g, (all, id) => (assumptionIn(facts, id) ? all : ""));
  return known.replace(/\b([Tt])he interface document\b/g, `$1he spec of the ${title}`);
}

function assumptionIn({ assumptions }: ContractFacts, id: string | undefined): string | undefined {
  return assumptions.some((each) => each.id === id) ? id : undefined;
}

/** Whether the served API has an interface document, with numbered parts. */
function hasParts({ interfaceTexts }: ContractFacts): boolean {
  return Object.keys(interfaceTexts).length > 0;
}
