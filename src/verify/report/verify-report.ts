import type { Exchange } from "../../core/exchange.ts";
import { type JsonValue, parseJson } from "../../core/json.ts";
import type { DifferenceClass, Explained } from "../patch/explained.ts";
import type { Explanation } from "../run/explain.ts";
import { sentenceOn } from "./sentence.ts";

/** A response and the request for it. */
export type ShownCall = {
  /** Method, path, and query. */
  readonly request: string;
  /** 0 if there was no response. */
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** The shape of a body, or the facts about a file. */
  readonly body?: JsonValue;
};

/** A difference between a service and the simulator. */
export type ReportedDifference = {
  readonly id: string;
  readonly class: DifferenceClass;
  readonly sentence: string;
  /** The open question that the service answers. */
  readonly assumption?: string;
  /** The value to set, if it is one of the assumption's values. */
  readonly value?: JsonValue;
  /** Whether the overlay of `--write` removes it. */
  readonly isPatched: boolean;
  readonly service?: ShownCall;
  readonly simulator?: ShownCall;
};

/** What `batch-sim verify` found out. */
export type VerifyReport = {
  /** Version of the report's format. */
  readonly format: 1;
  /** Version of batch-sim. */
  readonly version: string;
  /** The service's base URL, or the trace's file. */
  readonly against: string;
  /** Numbers of requests to the service, by operation. */
  readonly requests: Readonly<Record<string, number>>;
  /** Why the service could not be compared, or not as a whole. */
  readonly problem?: string;
  readonly differences: readonly ReportedDifference[];
};

/** Everything that a report is made from. */
export type ReportParts = {
  readonly version: string;
  readonly against: string;
  readonly service: readonly Exchange[];
  readonly problem: string | undefined;
  readonly explanation: Explanation;
};

/** Makes the report on a verification. */
export function verifyReport(parts: ReportParts): VerifyReport {
  const { version, against, service, problem, explanation } = parts;
  const requests: Record<string, number> = {};
  for (const { operationId = "other" } of service)
    requests[operationId] = (requests[operationId] ?? 0) + 1;
  const ids = new Map<string, number>();
  const differences = explanation.groups.map((group) => {
    const id = slugOf(group);
    const count = (ids.get(id) ?? 0) + 1;
    ids.set(id, count);
    return reported(group, count === 1 ? id : `${id}-${count}`, parts);
  });
  return {
    ...{ format: 1, version, against, requests },
    ...(problem !== undefined && { problem }),
    differences,
  };
}

function reported(group: Explained, id: string, parts: ReportParts): ReportedDifference {
  const { service: theirs, explanation } = parts;
  const { shownBy } = group.differences[0];
  const service = shown(theirs.find((each) => each.id === shownBy.service));
  const simulator = shown(explanation.simulator.find((each) => each.id === shownBy.simulator));
  const { assumption } = group;
  return {
    ...{ id, class: group.class, sentence: sentenceOn(group) },
    ...(assumption !== undefined && { assumption: assumption.id }),
    ...(assumption?.value !== undefined && { value: assumption.value }),
    isPatched: !explanation.left.includes(group),
    ...(service !== undefined && { service }),
    ...(simulator !== undefined && { simulator }),
  };
}

function slugOf({ assumption, differences: [first] }: Explained): string {
  if (assumption?.value !== undefined) return assumption.id;
  const { kind, operationId, place } = first;
  return [kind, operationId, place]
    .join("-")
    .replaceAll(/[^A-Za-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");
}

function shown(exchange: Exchange | undefined): ShownCall | undefined {
  if (exchange === undefined) return undefined;
  const { method, url, response } = exchange;
  const { status, headers, body } = response;
  const text = body?.text;
  return {
    ...{ request: `${method} ${url}`, status, headers },
    ...(text !== undefined && { body: parseJson(text) ?? text }),
  };
}

/** Whether anything differs, or can't be compared. */
export function outcomeOfReport({
  differences,
  problem,
}: VerifyReport): "same" | "different" | "unclear" {
  if (differences.some((each) => each.class !== "unclear")) return "different";
  return problem !== undefined || differences.length > 0 ? "unclear" : "same";
}
