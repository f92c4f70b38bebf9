import { ABSENT, type Difference } from "../compare/difference.ts";
import type { Explained } from "../patch/explained.ts";

/** What a service does otherwise, in one sentence. */
export function sentenceOn({ differences: [first, ...others] }: Explained): string {
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
      return `The status is ${service}, not ${simulator}, ${where}.`;
    case "header":
      return `The header \`${place}\` is ${inWords(service)}, not ${inWords(simulator)}, ${where}.`;
    case "field":
      if (service === ABSENT) return `\`${place}\` is missing ${where}.`;
      if (service.startsWith("named ")) return `\`${place}\` is ${service} ${where}.`;
      if (simulator === ABSENT) return `\`${place}\` (${service}) is not in the spec ${where}.`;
      return `\`${place}\` is ${service}, not ${simulator}, ${where}.`;
    case "file":
      return `In the file ${where}: ${place}: ${service}, not ${simulator}.`;
    case "state":
      if (simulator === ABSENT) return `There is another state, ${place}, ${service}.`;
      if (service.startsWith("named ")) return `The state ${place} is ${service}.`;
      return place.startsWith("after")
        ? `A job ends as ${service}, not ${simulator}, ${place}.`
        : `The state ${place} is ${service}, not ${simulator}.`;
    case "unclear":
      return `Nothing can be said about responses ${where}: the service's status is ${service}.`;
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
