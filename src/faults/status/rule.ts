import type { JsonValue } from "../../core/json.ts";
import { type FaultKind, HIDING } from "../fault-kind.ts";

/** Another response instead of the service's. */
export type StatusFault = {
  readonly kind: "status";
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** A string is sent as is, any other value as JSON; the body is empty if undefined. */
  readonly body?: JsonValue;
};

/** The kind `status`. */
export const statusKind: FaultKind<StatusFault> = {
  kind: "status",
  docs: "this HTTP status instead of the service's response.",
  examples: {
    status: "status: 503",
    headers: "headers: { Retry-After: 10 }",
    body: "body: { detail: Service unavailable. }",
  },
  traits: HIDING,
  factsOf: ({ status, headers }) => ({ sends: { status }, headers }),
};
