import type { ApiErrorCode } from "./errors.ts";

/** What the contract report needs to know of an exchange beyond what the journal shows anyway. */
export type Conduct = {
  /** Name of the use case that the operation is bound to. */
  readonly use?: string;
  /** The imitated service's error that the request was answered with, also where a fault hid it from the client. */
  readonly error?: { readonly code: ApiErrorCode; readonly message: string };
  /** Kind of the fault that shaped the response. */
  readonly faultKind?: string;
  /** Equal for equal request bodies. */
  readonly requestDigest?: string;
  /** Documented parameters and fields that were sent, `query.<name>` or a JSON Pointer; with `=<value>` where the values are listed. */
  readonly sent?: readonly string[];
  /** Parameters and fields that were sent although the document has none such, in the same form. */
  readonly undocumented?: readonly string[];
  /** Ids of the assumptions that the request or its answer rests on. */
  readonly assumptions?: readonly string[];
  /** Time that the response's Retry-After asks the client to wait, in milliseconds. */
  readonly retryAfterMs?: number;
};
