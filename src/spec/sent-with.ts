import type { OperationFacts, ParameterFacts } from "../core/contract-facts.ts";
import { isJsonObject, type JsonValue } from "../core/json.ts";
import { redactText } from "../core/redact.ts";

/** A client's use of the interface: what it sent, compared with the document. */
export type Sent = {
  readonly sent: readonly string[];
  readonly undocumented: readonly string[];
  /** IDs of the assumptions behind the parameters and fields that were sent. */
  readonly assumptions: readonly string[];
};

type Findings = {
  readonly sent: string[];
  readonly undocumented: string[];
  readonly assumptions: Set<string>;
};

/** Maximum number of undocumented names to keep per request. */
const MAX_UNDOCUMENTED = 20;

const NOTHING: Sent = { sent: [], undocumented: [], assumptions: [] };

/** The documented and undocumented parameters and fields of a request. */
export function sentWith(
  facts: OperationFacts,
  query: Readonly<Record<string, unknown>>,
  body: JsonValue | undefined,
): Sent {
  const names = Object.keys(query);
  if (names.length === 0 && body === undefined) return NOTHING;
  const byPlace = new Map(facts.parameters.map((parameter) => [parameter.place, parameter]));
  const found: Findings = { sent: [], undocumented: [], assumptions: new Set() };
  for (const name of names) {
    const value = query[name];
    note(found, byPlace.get(`query.${name}`), `query.${name}`, String(value));
  }
  if (isJsonObject(body)) recordFields(found, byPlace, { at: "", object: body });
  return { ...found, assumptions: [...found.assumptions] };
}

function recordFields(
  found: Findings,
  byPlace: ReadonlyMap<string, ParameterFacts>,
  { at, object }: { readonly at: string; readonly object: Readonly<Record<string, JsonValue>> },
): void {
  for (const [name, value] of Object.entries(object)) {
    const place = `${at}/${name}`;
    const parameter = byPlace.get(place);
    // A client that sends null leaves the field unset.
    if (value !== null || parameter === undefined) note(found, parameter, place, value);
    if (parameter?.hasFields === true && isJsonObject(value)) {
      recordFields(found, byPlace, { at: place, object: value });
    }
  }
}

function note(
  found: Findings,
  parameter: ParameterFacts | undefined,
  place: string,
  value: JsonValue,
): void {
  if (parameter === undefined) {
    if (found.undocumented.length < MAX_UNDOCUMENTED) found.undocumented.push(redactText(place));
    return;
  }
  const listed = parameter.values.find((candidate) => String(candidate) === String(value));
  found.sent.push(listed === undefined ? place : `${place}=${String(listed)}`);
  if (parameter.assumption !== undefined && value !== parameter.default)
    found.assumptions.add(parameter.assumption);
}
