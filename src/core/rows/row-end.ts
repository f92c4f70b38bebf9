import type { JobState } from "../job/state.ts";

/** How a row ended. Only services whose rows can end individually show anything but success. */
export type RowEnd =
  | { readonly kind: "succeeded" }
  | { readonly kind: "errored"; readonly error: RowError }
  /** Not run before the job was canceled, or expired. */
  | { readonly kind: "canceled" }
  | { readonly kind: "expired" };

/** Why a row failed; the spec has the status, the code, and the message for each reason. */
export type RowError = {
  /** A status, or `invalid` for a row that can't run, and `failed` for one whose job failed. */
  readonly reason: string;
  readonly code?: string;
  readonly message?: string;
};

/** The kinds of ends. */
export type EndKind = RowEnd["kind"];

/** The end of a row that ran without an error. */
export const GOOD_END: RowEnd = { kind: "succeeded" };

/** How the rows ended that a job didn't run; undefined while it may still run them. */
export function unfinishedEnd({
  state,
  failureReason,
}: {
  readonly state: JobState;
  readonly failureReason?: string;
}): RowEnd | undefined {
  switch (state) {
    case "cancelled":
      return { kind: "canceled" };
    case "expired":
      return { kind: "expired" };
    case "failed":
      return {
        kind: "errored",
        error: { reason: "failed", ...(failureReason !== undefined && { message: failureReason }) },
      };
    default:
      return undefined;
  }
}
