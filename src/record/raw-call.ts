import type { Instant } from "../core/time.ts";

/** Properties of a file, such as its compression. A client's file reader may depend on them. */
export type FileFacts = Readonly<Record<string, string>>;

/** Headers in their original form: names and values alternate. */
export type RawHeaders = readonly string[];

export type PassedBody = {
  readonly byteLength: number;
  /** A hash of the body; undefined if the body is empty or incomplete. */
  readonly hash?: string;
  /** The decoded text; undefined if the body is not text, is too long, or is incomplete. */
  readonly text?: string;
  /** Properties of the file in the body; undefined for JSON and for unreadable or long bodies. */
  readonly file?: FileFacts;
};

/** A request and its response as they passed through the proxy, including all secrets. */
export type RawCall = {
  readonly at: Instant;
  readonly until: Instant;
  /** Identifies the client's connection. Requests over the same connection have the same number. */
  readonly connection: number;
  readonly method: string;
  /** Path and query. */
  readonly url: string;
  readonly request: { readonly headers: RawHeaders; readonly body: PassedBody };
  readonly response: {
    /** 0 if there was no response. */
    readonly status: number;
    readonly headers: RawHeaders;
    readonly body: PassedBody;
  };
  /** `cut` if the service ended the call early, `aborted` if the client did. */
  readonly end: "finished" | "cut" | "aborted";
};

/** Headers by lowercase name; the values of a repeated header are joined with commas. */
export function headersOf(raw: RawHeaders): Readonly<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const [name, value] of pairsOf(raw)) {
    const lower = name.toLowerCase();
    headers[lower] = headers[lower] === undefined ? value : `${headers[lower]}, ${value}`;
  }
  return headers;
}

export function pairsOf(raw: RawHeaders): readonly (readonly [name: string, value: string])[] {
  return raw.flatMap((name, index) => (index % 2 === 0 ? [[name, raw[index + 1] ?? ""]] : []));
}
