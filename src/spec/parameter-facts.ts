import type { OperationFacts, ParameterFacts } from "../core/contract-facts.ts";
import { defined } from "../core/defined.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import type { Conduct } from "../core/trace.ts";
import { asObject, type PlacedOperation, resolveRef } from "./document-place.ts";
import { plainPlaces } from "./request-map.ts";
import { bodySchema, parametersIn } from "./request-place.ts";

/** An operation's documented query parameters and body fields, including nested ones. */
export function parameterFactsOf(served: PlacedOperation): readonly ParameterFacts[] {
  const { document } = served;
  const query = parametersIn("query", served).map((parameter) =>
    factsOf(document, `query.${String(parameter["name"])}`, parameter),
  );
  const fields = new Map(
    plainPlaces(served).map(({ field, part, keys }) => [
      part === "body" ? `/${keys.join("/")}` : `${part}.${keys.join(".")}`,
      field,
    ]),
  );
  const found = [...query, ...fieldsOf(document, bodySchema(served), "")];
  return found.map((facts) => ({ ...facts, ...defined({ field: fields.get(facts.place) }) }));
}

function fieldsOf(document: JsonObject, schema: JsonObject, at: string): ParameterFacts[] {
  return Object.entries(asObject(schema["properties"])).flatMap(([name, property]) => {
    const target = asObject(resolveRef(document, property));
    const place = `${at}/${name}`;
    return [factsOf(document, place, { schema: target }), ...fieldsOf(document, target, place)];
  });
}

function factsOf(document: JsonObject, place: string, parameter: JsonObject): ParameterFacts {
  const schema = asObject(resolveRef(document, parameter["schema"]));
  const assumption = parameter["x-assumption"] ?? schema["x-assumption"];
  return {
    place,
    values: valuesOf(schema),
    hasFields: isJsonObject(schema["properties"]),
    ...defined({ default: schema["default"] }),
    ...(typeof assumption === "string" ? { assumption } : {}),
  };
}

/** Null only means that an optional field is unset, so it doesn't count as a value. */
function valuesOf(schema: JsonObject): readonly JsonValue[] {
  const { type } = schema;
  const isBoolean = type === "boolean" || (Array.isArray(type) && type.includes("boolean"));
  if (isBoolean) return [true, false];
  return Array.isArray(schema["enum"]) ? schema["enum"].filter((value) => value !== null) : [];
}

/** Maximum number of undocumented names to keep per request. */
const MAX_UNDOCUMENTED = 20;

/** A request's documented and undocumented parts, and the documented parts' assumptions. */
export type Sent = Required<Pick<Conduct, "sent" | "undocumented" | "assumptions">>;

const NOTHING: Sent = { sent: [], undocumented: [], assumptions: [] };

/** Sorts a request's parameters and fields by whether they are documented. */
export function sentWith(
  facts: OperationFacts,
  query: Readonly<Record<string, unknown>>,
  body: JsonValue | undefined,
): Sent {
  const names = Object.keys(query);
  if (names.length === 0 && body === undefined) return NOTHING;
  const byPlace = new Map(facts.parameters.map((parameter) => [parameter.place, parameter]));
  const sent: string[] = [];
  const undocumented: string[] = [];
  const assumptions = new Set<string>();
  const note = (place: string, value: JsonValue): void => {
    const parameter = byPlace.get(place);
    if (parameter === undefined) {
      if (undocumented.length < MAX_UNDOCUMENTED) undocumented.push(place);
      return;
    }
    const listed = parameter.values.find((candidate) => String(candidate) === String(value));
    sent.push(listed === undefined ? place : `${place}=${String(listed)}`);
    if (parameter.assumption !== undefined && value !== parameter.default)
      assumptions.add(parameter.assumption);
  };
  const noteFields = (at: string, object: JsonObject): void => {
    for (const [name, value] of Object.entries(object)) {
      const place = `${at}/${name}`;
      const parameter = byPlace.get(place);
      // A client that sends null leaves the field unset.
      if (value !== null || parameter === undefined) note(place, value);
      if (parameter?.hasFields === true && isJsonObject(value)) noteFields(place, value);
    }
  };
  for (const name of names) note(`query.${name}`, String(query[name]));
  if (isJsonObject(body)) noteFields("", body);
  return { sent, undocumented, assumptions: [...assumptions] };
}
