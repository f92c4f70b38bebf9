import { defined } from "../../core/defined.ts";
import type { Exchange } from "../../core/exchange.ts";
import { type Integer, type JsonValue, parseJson } from "../../core/json.ts";
import { ABSENT, type Difference } from "../compare/difference.ts";
import type { DifferenceClass, Explained } from "../patch/explained.ts";
import type { Explanation } from "../run/explain.ts";

/** A response and the request for it. */
export type ShownCall = {
  /** Method, path, and query. */
  readonly request: string;
  /** 0 if there was no response. */
  readonly status: Integer;
  readonly headers: Readonly<Record<string, string>>;
  /** The shape of a body, or the properties of a file. */
  readonly body?: JsonValue;
};

/** A difference between a service and the simulator. */
export type ReportedDifference = {
  readonly id: string;
  readonly class: DifferenceClass;
  readonly sentence: string;
  /** ID of the open question that the service answers. */
  readonly assumption?: string;
  /** The value to set for the assumption, if one of its values matches the service. */
  readonly value?: JsonValue;
  /** Whether the overlay that `--write` creates removes the difference. */
  readonly isPatched: boolean;
  readonly service?: ShownCall;
  readonly simulator?: ShownCall;
};

/** The result of `batch-sim verify`. */
export type VerifyReport = {
  /** Version of the report's format. */
  readonly format: 1;
  /** Version of batch-sim. */
  readonly version: string;
  /** The service's base URL, or the trace's file. */
  readonly against: string;
  /** Number of requests to the service, by operation. */
  readonly requests: Readonly<Record<string, Integer>>;
  /** Why all or part of the service could not be compared. */
  readonly problem?: string;
  readonly differences: readonly ReportedDifference[];
};

type ReportParts = Pick<VerifyReport, "version" | "against"> & {
  /** The service's calls. */
  readonly exchanges: readonly Exchange[];
  readonly problem: string | undefined;
  readonly explanation: Explanation;
};

export function verifyReport(parts: ReportParts): VerifyReport {
  const { version, against, exchanges, problem, explanation } = parts;
  const requests: Record<string, number> = {};
  for (const { operationId = "other" } of exchanges)
    requests[operationId] = (requests[operationId] ?? 0) + 1;
  const counts = new Map<string, number>();
  const differences = explanation.groups.map((group): ReportedDifference => {
    const slug = slugOf(group);
    const count = (counts.get(slug) ?? 0) + 1;
    counts.set(slug, count);
    const { shownBy } = group.differences[0];
    return defined({
      id: count === 1 ? slug : `${slug}-${count}`,
      ...{ class: group.class, sentence: sentenceOn(group) },
      ...{ assumption: group.assumption?.id, value: group.assumption?.value },
      isPatched: !explanation.left.includes(group),
      service: shown(exchanges, shownBy.service),
      simulator: shown(explanation.simulator, shownBy.simulator),
    });
  });
  return defined({ format: 1, version, against, requests, problem, differences });
}

function slugOf({ assumption, differences: [first] }: Explained): string {
  if (assumption?.value !== undefined) return assumption.id;
  const { kind, operationId, place } = first;
  return [kind, operationId, place]
    .join("-")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function shown(exchanges: readonly Exchange[], id: number | undefined): ShownCall | undefined {
  const exchange = exchanges.find((each) => each.id === id);
  if (exchange === undefined) return undefined;
  const { method, url, response } = exchange;
  const { status, headers, body: { text } = {} } = response;
  const body = text === undefined ? undefined : (parseJson(text) ?? text);
  return defined({ request: `${method} ${url}`, status, headers, body });
}

/** `different` if anything differs; otherwise, `unclear` if anything can't be compared. */
export function outcomeOfReport({
  differences,
  problem,
}: VerifyReport): "same" | "different" | "unclear" {
  if (differences.some((each) => each.class !== "unclear")) return "different";
  return problem !== undefined || differences.length > 0 ? "unclear" : "same";
}

/** Says how a service differs, and in which other places it differs in the same way. */
function sentenceOn({ differences: [first, ...others] }: Explained): string {
  const places = new Set(others.map(whereOf));
  places.delete(whereOf(first));
  const more = places.size === 0 ? "" : ` The same is true ${[...places].join(", and ")}.`;
  return `${sentenceOnOne(first)}${more}`;
}

function sentenceOnOne(difference: Difference): string {
  const { kind, place, service, simulator } = difference;
  const where = whereOf(difference);
  switch (kind) {
    case "operation":
      if (simulator === ABSENT) return `The service also has ${place}.`;
      return service === ABSENT ? `The service has no ${place}.` : `${place} ${service}.`;
    case "status":
      return `The service returns ${service}, not ${simulator}, ${where}.`;
    case "header":
      return `The header \`${place}\` is ${inWords(service)}, not ${inWords(simulator)}, ${where}.`;
    case "field":
      if (service === ABSENT) return `\`${place}\` is missing ${where}.`;
      if (service.startsWith("named ")) return `\`${place}\` is ${service} ${where}.`;
      if (simulator === ABSENT) return `\`${place}\` (${service}) ${where} is not in the spec.`;
      return `\`${place}\` is ${service}, not ${simulator}, ${where}.`;
    case "file":
      return `The file ${where} differs in its ${place}: ${service}, not ${simulator}.`;
    case "row":
      return `The results ${where} contain ${service}.`;
    case "state":
      if (simulator === ABSENT) return `The service has an additional state, ${place}, ${service}.`;
      if (service.startsWith("named ")) return `The state ${place} is ${service}.`;
      return place.startsWith("after")
        ? `A job ends as ${service}, not ${simulator}, ${place}.`
        : `The state ${place} is ${service}, not ${simulator}.`;
    case "unclear":
      return `Responses ${where} can't be compared: the service's status is ${service}.`;
  }
}

function inWords(value: string): string {
  return value === ABSENT ? ABSENT : `\`${value}\``;
}

function whereOf({ operationId, situation, format }: Difference): string {
  if (operationId === "") return "of jobs";
  const what = situation === "" ? "" : ` ${situation}`;
  return `in ${operationId}${what}${format === undefined ? "" : ` (${format})`}`;
}
