import type { JsonValue } from "../../core/json.ts";

/** Something that a service does differently from the simulator. */
export type Difference = {
  readonly kind: "operation" | "status" | "header" | "field" | "file" | "row" | "state" | "unclear";
  /** The operation's ID; empty for states. */
  readonly operationId: string;
  /** The special circumstances of the request; empty if there are none. */
  readonly situation: string;
  /** The code of the error in `x-errors` that the response represents. */
  readonly error?: string;
  /** A JSON Pointer, a method and a path, a state, or the name of a header or file property. */
  readonly place: string;
  readonly format?: string;
  /** A field's sample value, of the type that the service sends. */
  readonly example?: JsonValue;
  /** The service's and the simulator's values, or `absent`. */
  readonly service: string;
  readonly simulator: string;
  readonly shownBy: { readonly service?: number; readonly simulator?: number };
};

export type Differences = readonly Difference[];

/** A difference, without data about its request. */
export type Found = Pick<Difference, "kind" | "place" | "service" | "simulator" | "example">;

/** The value of `service` or `simulator` if that side lacks the item. */
export const ABSENT = "absent";

/** Describes a `Retry-After` that is a date, not a number of seconds (RFC 9110, 10.2.3). */
export const A_DATE = "a date";

type ComparedHeader = { readonly part: (value: string) => string; readonly sample?: string };

const isPresent = (): string => "present";

/** Headers that clients rely on: the part of the value to compare, and a sample value. */
export const HEADERS: Readonly<Record<string, ComparedHeader>> = {
  "content-type": { part: (value) => value.split(";")[0]?.trim().toLowerCase() ?? "" },
  "content-encoding": { part: (value) => value.toLowerCase() },
  "content-disposition": { part: (value) => value.split(";")[0]?.trim() ?? "" },
  "retry-after": { part: (value) => (/^\d+$/.test(value) ? "seconds" : A_DATE), sample: "5" },
  location: { part: isPresent, sample: "/" },
  "ratelimit-limit": { part: isPresent, sample: "100" },
  "ratelimit-policy": { part: isPresent, sample: "100;w=60" },
  "x-ratelimit-limit": { part: isPresent, sample: "100" },
  "x-ratelimit-limit-requests": { part: isPresent, sample: "100" },
};

export function differenceKey(difference: Difference): string {
  const { kind, operationId, situation, format, place, service, simulator } = difference;
  return JSON.stringify([kind, operationId, situation, format, place, service, simulator]);
}
