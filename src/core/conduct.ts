import type { ApiErrorCode } from "./errors.ts";

/** What the contract report needs to know about an exchange beyond what the journal shows. */
export type Conduct = {
  /** Name of the use case that the operation is bound to. */
  readonly use?: string;
  /** The service's error response to the request, even if a fault hid it from the client. */
  readonly error?: { readonly code: ApiErrorCode; readonly message: string };
  /** Kind of the fault that shaped the response. */
  readonly faultKind?: string;
  /** Equal for equal request bodies. */
  readonly requestDigest?: string;
  /** Equal for request bodies with the same bytes, as far as they are known, even if nobody read them. */
  readonly bodyHash?: string;
  /** Whether the request had an API key although its operation needs none. */
  readonly hasNeedlessKey?: true;
  /** Equal for requests over the same connection. */
  readonly connection?: number;
  /**
   * Documented parameters and fields that were sent, as `query.<name>` or a JSON Pointer; with
   * `=<value>` if the document lists the values.
   */
  readonly sent?: readonly string[];
  /** Parameters and fields that were sent but are not documented, in the same form. */
  readonly undocumented?: readonly string[];
  /** IDs of the assumptions that the request or its response depends on. */
  readonly assumptions?: readonly string[];
  /** The part of a file that the response should contain. */
  readonly part?: FilePart;
  /** Time that the response's Retry-After asks the client to wait, in milliseconds. */
  readonly retryAfterMs?: number;
};

/** A part of a file: some of its bytes, or all. */
export type FilePart = {
  /** Equal only for files with equal bytes. */
  readonly etag: string;
  /** Position of the first byte, from 0. */
  readonly from: number;
  /** Length of the whole file, in bytes. */
  readonly fileBytes: number;
};
