import type { Exchange, RecordedBody } from "../core/exchange.ts";
import { isJsonObject, type JsonObject, type JsonValue } from "../core/json.ts";
import { asObject, asStrings, findOperation, resolveRef } from "../spec/place.ts";

/**
 * The operations through which clients relied on assumptions, by assumption id: the document marks an operation, a response or a
 * schema with `x-assumption`, and an exchange called the operation, got that response, or had a field of that schema in a body.
 * A response that a fault shaped says nothing about the service.
 */
export function reliedOn(
  document: JsonObject,
  exchanges: readonly Exchange[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const relied = new Map<string, Set<string>>();
  for (const exchange of exchanges) {
    if (exchange.operationId === undefined || exchange.fault !== undefined) continue;
    for (const id of marksOf(document, exchange, exchange.operationId)) {
      relied.set(id, (relied.get(id) ?? new Set()).add(exchange.operationId));
    }
  }
  return relied;
}

function marksOf(document: JsonObject, exchange: Exchange, operationId: string): string[] {
  const operation = findOperation(document, operationId);
  if (operation === undefined) return [];
  const request = asObject(resolveRef(document, operation["requestBody"]));
  const status = String(exchange.response.status);
  const response = asObject(resolveRef(document, asObject(operation["responses"])[status]));
  return [
    ...marks(operation),
    ...marks(response),
    ...bodyMarks(document, request, exchange.request.body),
    ...bodyMarks(document, response, exchange.response.body),
  ];
}

function marks(place: JsonObject): readonly string[] {
  const mark = place["x-assumption"];
  return typeof mark === "string" ? [mark] : asStrings(mark);
}

function bodyMarks(
  document: JsonObject,
  holder: JsonObject,
  body: RecordedBody | undefined,
): readonly string[] {
  const schema = asObject(asObject(holder["content"])["application/json"])["schema"];
  const value = schema === undefined ? undefined : jsonOf(body);
  return value === undefined ? [] : schemaMarks(document, schema, value);
}

function jsonOf(body: RecordedBody | undefined): JsonValue | undefined {
  if (body?.text === undefined || body.isCut === true) return undefined;
  try {
    return JSON.parse(body.text) as JsonValue;
  } catch {
    // The client may have sent invalid JSON, which has no fields.
    return undefined;
  }
}

function schemaMarks(
  document: JsonObject,
  schema: JsonValue | undefined,
  value: JsonValue,
): readonly string[] {
  const own = asObject(resolveRef(document, schema));
  const properties = asObject(own["properties"]);
  const inner = Array.isArray(value)
    ? value.slice(0, 1).flatMap((item) => schemaMarks(document, own["items"], item))
    : isJsonObject(value)
      ? Object.entries(value).flatMap(([key, field]) =>
          schemaMarks(document, properties[key] ?? own["additionalProperties"], field),
        )
      : [];
  return [...marks(own), ...inner];
}
