import type { Instant } from "../core/time.ts";
import type { FileFacts } from "./file-facts.ts";

/** Headers in their original form: names and values alternate. */
export type RawHeaders = readonly string[];

/** A body that passed through the proxy. */
export type PassedBody = {
  readonly byteLength: number;
  /** Equal for equal bodies; undefined if it is empty or not complete. */
  readonly hash?: string;
  /** The decoded text; undefined if the body is not text, too long, or not complete. */
  readonly text?: string;
  /** Undefined if the body is not a file of rows, too long, or not complete. */
  readonly file?: FileFacts;
};

/** A request and its response as they passed through the proxy, including all secrets. */
export type RawCall = {
  readonly at: Instant;
  readonly until: Instant;
  /** Equal for all requests over the same client connection. */
  readonly connection: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly request: { readonly headers: RawHeaders; readonly body: PassedBody };
  readonly response: {
    /** 0 if there was none. */
    readonly status: number;
    readonly headers: RawHeaders;
    readonly body: PassedBody;
  };
  /** `cut` if the service broke off, `aborted` if the client did. */
  readonly end: "finished" | "cut" | "aborted";
};

/** Headers by lowercase name; repeated ones are joined. */
export function headersOf(raw: RawHeaders): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (let index = 0; index + 1 < raw.length; index += 2) {
    const name = (raw[index] ?? "").toLowerCase();
    const value = raw[index + 1] ?? "";
    headers[name] = headers[name] === undefined ? value : `${headers[name]}, ${value}`;
  }
  return headers;
}
