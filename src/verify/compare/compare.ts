import type { Exchange } from "../../core/exchange.ts";
import { type JsonObject, type JsonValue, parseJson } from "../../core/json.ts";
import { valueAtPath } from "../../core/json-pointer.ts";
import { isSuccess } from "../../findings/status-reads.ts";
import { describeError } from "../../spec/derive-responses.ts";
import { asObject } from "../../spec/document-place.ts";
import type { Spec } from "../../spec/spec.ts";
import { responsePlace } from "../patch/places.ts";
import { bodyShapeOf, type JsonBodies, shapeDifferences } from "./body-shape.ts";
import { ABSENT, type Difference } from "./difference.ts";
import {
  extraOperations,
  NOT_SERVED,
  notServedAt,
  type Published,
  publishedOperations,
  unservedOperations,
} from "./published.ts";
import { type Situation, situationsIn } from "./situations.ts";
import { stateDifferences } from "./states.ts";

/** The differences between a service's calls and the simulator's; the spec explains both. */
export function compare(
  service: readonly Exchange[],
  simulator: readonly Exchange[],
  spec: Spec,
): readonly Difference[] {
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
    ...pairs.filter(isServed).flatMap((pair) => differencesIn(pair, { spec, published })),
    ...stateDifferences(service, simulator, spec),
  ];
}

type Pair = { readonly service: Situation; readonly simulator: Situation };
type Context = { readonly spec: Spec; readonly published: readonly Published[] };

function differencesIn(pair: Pair, context: Context): readonly Difference[] {
  const { published } = context;
  const [own] = pair.simulator.exchanges;
  const conclusive = pair.service.exchanges.filter((exchange) => !isInconclusive(exchange));
  const [other = pair.service.exchanges[0]] = conclusive;
  if (own === undefined || other === undefined) return [];
  const { operation, name, error } = pair.simulator;
  const difference = (
    kind: Difference["kind"],
    place: string,
    { service, simulator, example }: Found,
  ): Difference => ({
    ...{ kind, operationId: operation.operationId, situation: name, place, service, simulator },
    ...(error !== undefined && { error }),
    ...(own.format !== undefined && { format: own.format }),
    ...(example !== undefined && { example }),
    shownBy: { service: other.id, simulator: own.id },
  });
  const statuses = { service: statusText(other), simulator: statusText(own) };
  const { status } = other.response;
  const isServed = isSuccess(own.response.status);
  if (conclusive.length === 0 || (isServed && LIMITS.includes(status)))
    return [difference("unclear", "", statuses)];
  // If the request names no job, a 404 can't mean that the job doesn't exist.
  if (isServed && NOT_SERVED.includes(status) && own.jobId === undefined)
    return [notServedAt(operation, published, { service: other.id, simulator: own.id })];
  const isSame = statuses.service === statuses.simulator;
  const found = isSame ? [] : [difference("status", "", statuses)];
  if (isSuccess(status) !== isServed) return found;
  return [
    ...found,
    ...headerDifferences(other, own).map((each) => difference("header", each.name, each)),
    ...bodyDifferences(
      { ...pair, service: { ...pair.service, exchanges: conclusive } },
      context,
    ).map((each) => difference(each.kind, each.pointer, each)),
  ];
}

type Found = Pick<Difference, "service" | "simulator" | "example">;

/** Whether a failure or an overload caused the result, which then says nothing about the API. */
function isInconclusive({ response: { status }, end }: Exchange): boolean {
  return end !== "finished" || status === 0 || status === 429 || status >= 500;
}

/** Statuses that may be due to the account rather than the API, so they prove no difference. */
const LIMITS: readonly number[] = [401, 402, 403];

function statusText({ response: { status } }: Exchange): string {
  return status === 0 ? "no response" : String(status);
}

/** Headers that clients rely on, and the part of each value that is compared. */
const COMPARED: Readonly<Record<string, (value: string) => string>> = {
  "content-type": (value) => value.split(";")[0]?.trim().toLowerCase() ?? "",
  "content-encoding": (value) => value.toLowerCase(),
  "content-disposition": (value) => value.split(";")[0]?.trim() ?? "",
  "retry-after": (value) => (/^\d+$/.test(value) ? "seconds" : "a date"),
  location: () => "present",
  "ratelimit-limit": () => "present",
  "ratelimit-policy": () => "present",
  "x-ratelimit-limit": () => "present",
  "x-ratelimit-limit-requests": () => "present",
};

function headerDifferences(
  service: Exchange,
  simulator: Exchange,
): readonly (Found & { readonly name: string })[] {
  return Object.entries(COMPARED).flatMap(([name, compared]) => {
    const of = ({ response }: Exchange): string => {
      const value = response.headers[name];
      return value === undefined ? ABSENT : compared(value);
    };
    const [their, our] = [of(service), of(simulator)];
    return their === our ? [] : [{ name, service: their, simulator: our }];
  });
}

type BodyDifference = Found & { readonly kind: "field" | "file"; readonly pointer: string };

function bodyDifferences(
  { service, simulator }: Pair,
  { spec }: Context,
): readonly BodyDifference[] {
  const { operation, error } = simulator;
  if (operation.use === "getOpenApi") return [];
  const [theirs, ours] = [bodiesOf(service.exchanges), bodiesOf(simulator.exchanges)];
  if (theirs.json.length === 0 || ours.json.length === 0) return factDifferences(theirs, ours);
  const { document } = spec;
  const place = responsePlace(document, operation);
  const schema =
    error === undefined
      ? place && valueAtPath(document, place.schema)
      : describeError(document, error).schema;
  const found = shapeDifferences(bodyShapeOf(theirs), bodyShapeOf(ours), { document, schema });
  return found.map((each) => ({ kind: "field", ...each }));
}

type Bodies = JsonBodies & { readonly facts: readonly JsonObject[] };

function bodiesOf(exchanges: readonly Exchange[]): Bodies {
  const json: JsonValue[] = [];
  const facts: JsonObject[] = [];
  const jobIds = new Set<string>();
  for (const { jobId, response } of exchanges) {
    if (jobId !== undefined) jobIds.add(jobId);
    const { body, headers } = response;
    if (body?.text === undefined || body.isCut === true) continue;
    const isJson = /json/.test(headers["content-type"] ?? "");
    const text = isJson ? body.text : body.text.replaceAll(jobId ?? "{jobId}", "{jobId}");
    const value = parseJson(text);
    if (value === undefined) continue;
    if (isJson) json.push(value);
    else facts.push(asObject(value));
  }
  return { json, facts, jobIds };
}

function factDifferences(theirs: Bodies, ours: Bodies): readonly BodyDifference[] {
  const [their, our] = [theirs.facts[0], ours.facts[0]];
  if (their === undefined || our === undefined) return [];
  return Object.keys(our).flatMap((name) => {
    const [service, simulator] = [String(their[name] ?? ABSENT), String(our[name])];
    return service === simulator ? [] : [{ kind: "file", pointer: name, service, simulator }];
  });
}
