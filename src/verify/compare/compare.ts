import { defined } from "../../core/defined.ts";
import type { Exchange } from "../../core/exchange.ts";
import { type JsonObject, type JsonValue, parseJson } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import { describeError } from "../../spec/derive-responses.ts";
import { asObject } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { responsePlace } from "../patch/places.ts";
import { bodyShapeOf, type JsonBodies, shapeDifferences } from "./body-shape.ts";
import { ABSENT, type Difference, type Differences, type Found, HEADERS } from "./difference.ts";
import {
  extraOperations,
  NOT_SERVED,
  notServedAt,
  type Published,
  publishedOperations,
  unservedOperations,
} from "./published.ts";
import { type Checked, type Situation, situationsIn } from "./situations.ts";
import { stateDifferences } from "./states.ts";

export function compare(
  service: readonly Checked[],
  simulator: readonly Exchange[],
  spec: Spec,
): Differences {
  const theirs = situationsIn(service, spec);
  const ours = situationsIn(simulator, spec);
  const pairs = [...ours].flatMap(([key, own]) => {
    const other = theirs.get(key);
    return other === undefined ? [] : [{ service: other, simulator: own }];
  });
  const published = publishedOperations(service, spec);
  const unserved = unservedOperations(service, published, spec);
  const isServed = ({ simulator: { operation } }: Pair): boolean =>
    !unserved.some(({ operationId }) => operationId === operation.operationId);
  return [
    ...extraOperations(published, spec),
    ...unserved,
    ...pairs.filter(isServed).flatMap((pair) => differencesIn(pair, published, spec)),
    ...stateDifferences(service, simulator, spec),
    ...service.flatMap(rowDifferences),
  ];
}

function rowDifferences({ id, operationId = "", format, extraRows }: Checked): Differences {
  if (extraRows === undefined) return [];
  const values = { service: extraRows, simulator: "one row for each input" };
  const where = { operationId, situation: "", format, place: "", shownBy: { service: id } };
  return [defined({ kind: "row", ...where, ...values })];
}

type Pair = { readonly service: Situation; readonly simulator: Situation };

function differencesIn(
  { service, simulator }: Pair,
  published: readonly Published[],
  spec: Spec,
): Differences {
  const [own] = simulator.exchanges;
  if (own === undefined) return [];
  const isServed = isSuccess(own.response.status);
  const clear = service.exchanges.filter((exchange) => !isInconclusive(exchange));
  const alike = clear.filter(({ response }) => isSuccess(response.status) === isServed);
  // Prefer calls that succeed or fail like the simulator's; others may be too early or too late.
  const conclusive = alike.length > 0 ? alike : clear;
  const [other = service.exchanges[0]] = conclusive;
  if (other === undefined) return [];
  const { operation, name, error } = simulator;
  const shownBy = { service: other.id, simulator: own.id };
  const { operationId } = operation;
  const common = { operationId, situation: name, shownBy, error, format: own.format };
  const difference = (found: Found): Difference => defined({ ...found, ...common });
  const statuses = { place: "", service: statusText(other), simulator: statusText(own) };
  const { status } = other.response;
  if (conclusive.length === 0 || (isServed && LIMITS.includes(status)))
    return [difference({ kind: "unclear", ...statuses })];
  // A 404 for a request that names no job means that the service doesn't have the operation.
  if (isServed && NOT_SERVED.includes(status) && own.jobId === undefined)
    return [notServedAt(operation, published, shownBy)];
  const isSame = statuses.service === statuses.simulator;
  const found: readonly Found[] = isSame ? [] : [{ kind: "status", ...statuses }];
  if (isSuccess(status) !== isServed) return found.map(difference);
  const inBody = bodyDifferences(conclusive, simulator, spec);
  // If the file formats differ, the simulator's file must not get the service's content type.
  const isOther = inBody.some(({ kind, place }) => kind === "file" && place === "format");
  const inHeaders = headerDifferences(other, own).filter(
    ({ place }) => !(isOther && place === "content-type"),
  );
  return [...found, ...inHeaders, ...inBody].map(difference);
}

/** Whether a failure or an overload caused the result, so that it says nothing about the API. */
function isInconclusive({ response: { status }, end }: Exchange): boolean {
  return end !== "finished" || status === 0 || status === 429 || status >= 500;
}

/** Statuses that may be due to the account rather than the API, so they prove no difference. */
const LIMITS: readonly number[] = [401, 402, 403];

function statusText({ response: { status } }: Exchange): string {
  return status === 0 ? "no response" : String(status);
}

function headerDifferences(service: Exchange, simulator: Exchange): readonly Found[] {
  return Object.entries(HEADERS).flatMap(([name, { part }]) => {
    const of = ({ response }: Exchange): string => {
      const value = response.headers[name];
      return value === undefined ? ABSENT : part(value);
    };
    const [their, our] = [of(service), of(simulator)];
    if (their === our) return [];
    return [{ kind: "header", place: name, service: their, simulator: our }];
  });
}

function bodyDifferences(
  service: readonly Exchange[],
  { operation, error, exchanges }: Situation,
  { document }: Spec,
): readonly Found[] {
  if (operation.use === "getOpenApi") return [];
  const [theirs, ours] = [bodiesOf(service), bodiesOf(exchanges)];
  // The columns depend on the query, and a recorded client may have sent a different query.
  const [query, ownQuery] = [service, exchanges].map(([first]) => first?.url.split("?")[1]);
  const isComparable = ({ place }: Found): boolean => place !== "columns" || query === ownQuery;
  if (theirs.json.length === 0 || ours.json.length === 0)
    return factDifferences(theirs, ours).filter(isComparable);
  const place = responsePlace(document, operation);
  const schema =
    error === undefined
      ? place && valueAtPath(document, place.schema)
      : describeError(document, error).schema;
  return shapeDifferences({
    ...{ service: bodyShapeOf(theirs), simulator: bodyShapeOf(ours), document },
    ...{ schemas: [schema], pointer: "" },
  });
}

type Bodies = JsonBodies & { readonly facts: readonly JsonObject[] };

function bodiesOf(exchanges: readonly Exchange[]): Bodies {
  const json: JsonValue[] = [];
  const facts: JsonObject[] = [];
  const jobIds = new Set<string>();
  for (const { jobId, response } of exchanges) {
    if (jobId !== undefined) jobIds.add(jobId);
    const { body, headers } = response;
    if (body?.text === undefined || body.isCut === true || "content-range" in headers) continue;
    const isJson = /json/.test(headers["content-type"] ?? "");
    const text = isJson ? body.text : body.text.replaceAll(jobId ?? "{jobId}", "{jobId}");
    const value = parseJson(text);
    if (value === undefined) continue;
    if (isJson) json.push(value);
    else if ("format" in asObject(value)) facts.push(asObject(value));
  }
  return { json, facts, jobIds };
}

function factDifferences(theirs: Bodies, ours: Bodies): readonly Found[] {
  const [their, our] = [theirs, ours].map(({ facts: [first], json }) =>
    first === undefined && json.length > 0 ? { format: "text" } : first,
  );
  if (their === undefined || our === undefined) return [];
  const names = their["format"] === our["format"] ? Object.keys(our) : ["format"];
  return names.flatMap((name) => {
    const [service, simulator] = [String(their[name] ?? ABSENT), String(our[name])];
    return service === simulator ? [] : [{ kind: "file", place: name, service, simulator }];
  });
}
