import { createHash, type Hash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Conduct } from "../core/conduct.ts";
import type { Problem } from "../core/errors.ts";
import type { Exchange, RecordedBody } from "../core/exchange.ts";
import type { JobState } from "../core/job/state.ts";
import { redactUrl, redactUrls } from "../core/redact-urls.ts";
import type { Instant } from "../core/time.ts";
import { isTextual } from "./reply/is-textual.ts";
import { byteLengthOf, type Reply } from "./reply/reply.ts";
import { retryAfterMsOf } from "./reply/retry-after.ts";

/** Maximum number of bytes that the journal keeps of a textual body. */
const MAX_KEPT_BYTES = 16 * 1024;

/** Headers that contain secrets under any scheme. */
const SECRET_HEADERS: ReadonlySet<string> = new Set([
  "authorization",
  "cookie",
  "proxy-authorization",
  "api-key",
  "x-api-key",
  "x-auth-token",
  "x-sim-control-token",
]);

/** Receives each served exchange and its sandbox's name. */
export type ExchangeListener = (exchange: Exchange, sandboxName: string) => void;

/** Facts about an exchange that become known while it is served. */
export type Notes = {
  operationId?: string;
  nearest?: string;
  jobId?: string;
  jobState?: JobState;
  format?: string;
  fault?: string;
  simError?: string;
  problems?: readonly Problem[];
  conduct: Conduct;
};

/** Facts about the exchange that a recorder needs. */
type RecorderOptions = {
  readonly at: Instant;
  readonly keyHeader: string;
  /** Names of the query parameters that contain signatures, which are redacted. */
  readonly signatureNames: readonly string[];
};

/** Records one exchange; `close` returns the journal entry. */
export class Recorder {
  readonly notes: Notes = { conduct: {} };
  readonly #req: IncomingMessage;
  readonly #at: Instant;
  readonly #wallAt = Date.now();
  readonly #startedAt = performance.now();
  readonly #keyHeader: string;
  readonly #hide: (text: string) => string;
  readonly #request = new BodyKeeper();
  readonly #response = new BodyKeeper();
  #head: { readonly status: number; readonly headers: Readonly<Record<string, string>> } = {
    status: 0,
    headers: {},
  };
  #file: Reply["file"];
  #isCut = false;

  constructor(req: IncomingMessage, { at, keyHeader, signatureNames }: RecorderOptions) {
    this.#req = req;
    this.#at = at;
    this.#keyHeader = keyHeader;
    const hide = signatureHider(signatureNames);
    this.#hide = (text) => redactUrls(hide(text));
    this.#request.isText = isTextual(req.headers["content-type"]);
  }

  /** The request's method, path, and query, for messages. */
  get label(): string {
    return `${this.#req.method} ${this.#req.url}`;
  }

  /** Records a request's body while it is read. */
  async *request(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.#request.add(chunk);
      yield chunk;
    }
  }

  /** Records the status and headers of the response, and notes the file in it; without them, the exchange ends with status 0. */
  answer(status: number, headers: Readonly<Record<string, string>>, file?: Reply["file"]): void {
    this.#head = { status, headers };
    this.#file = file;
    this.#response.isText = isTextual(headers["content-type"]);
  }

  /** Records a piece of the response's body. */
  readonly tap = (chunk: Uint8Array | string): void => this.#response.add(chunk);

  /** Notes that the server cut off the response, not the client. */
  cut(): void {
    this.#isCut = true;
  }

  close(id: number, res: ServerResponse): Exchange {
    const request = this.#request.finish();
    const response = this.#response.finish();
    return {
      id,
      at: this.#at,
      wallAt: this.#wallAt,
      method: this.#req.method ?? "",
      url: redactUrl(this.#hide(this.#req.url ?? "")),
      ...this.#known(),
      request: {
        headers: this.#headersOf(this.#req.headers),
        ...(request === undefined ? {} : { body: withText(request, this.#hide) }),
      },
      response: {
        status: this.#head.status,
        headers: this.#head.headers,
        ...(response === undefined
          ? {}
          : { body: { ...withText(response, this.#hide), ...this.#firstRows() } }),
      },
      problems: this.notes.problems ?? [],
      end: res.writableFinished ? "finished" : this.#isCut ? "cut" : "aborted",
      durationMs: performance.now() - this.#startedAt,
    };
  }

  /** Data for the contract report besides the exchange. */
  conduct(): Conduct {
    const retryAfterMs = retryAfterMsOf(this.#head.headers, this.#at);
    return { ...this.notes.conduct, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) };
  }

  #firstRows(): Pick<RecordedBody, "rows"> {
    const file = this.#file;
    if (file === undefined || !("firstRows" in file)) return {};
    return { rows: file.firstRows() };
  }

  #known(): Omit<Notes, "conduct"> {
    const { conduct: _, ...known } = this.notes;
    return known;
  }

  #headersOf(headers: NodeJS.Dict<number | string | readonly string[]>): Record<string, string> {
    const kept: Record<string, string> = {};
    for (const name of Object.keys(headers)) {
      const value = String(headers[name]);
      const isSecret = SECRET_HEADERS.has(name) || name === this.#keyHeader;
      kept[name] = isSecret ? redacted(value) : redactUrls(value);
    }
    return kept;
  }
}

/** A redacted key: the scheme, and the last four characters of a long key. */
export function redacted(value: string): string {
  const [first = "", ...rest] = value.split(" ");
  const [scheme, secret] = rest.length === 0 ? ["", first] : [`${first} `, rest.join(" ")];
  return `${scheme}…${secret.length >= 12 ? secret.slice(-4) : ""}`;
}

/** Redacts the signatures of URLs in a string: a signature gives access to the file without a key. */
function signatureHider(names: readonly string[]): (text: string) => string {
  if (names.length === 0) return (text) => text;
  const signature = new RegExp(`([?&](?:${names.join("|")})=)([\\w.~%+-]+)`, "g");
  return (text) => text.replace(signature, (_, start, value) => `${start}***${value.slice(-4)}`);
}

function withText(body: RecordedBody, edit: (text: string) => string): RecordedBody {
  return body.text === undefined ? body : { ...body, text: edit(body.text) };
}

/** Counts a body's bytes; keeps the start of a textual body, and the hash of a body that is not kept completely. */
class BodyKeeper {
  isText = true;
  #byteLength = 0;
  #keptBytes = 0;
  readonly #kept: (Uint8Array | string)[] = [];
  #hash: Hash | undefined;

  add(chunk: Uint8Array | string): void {
    const byteLength = byteLengthOf(chunk);
    this.#byteLength += byteLength;
    const room = this.isText ? MAX_KEPT_BYTES - this.#keptBytes : 0;
    if (this.#hash === undefined && byteLength <= room) this.#keep(chunk, byteLength);
    else this.#digest(toBytes(chunk), room);
  }

  #keep(chunk: Uint8Array | string, byteLength: number): void {
    this.#kept.push(chunk);
    this.#keptBytes += byteLength;
  }

  /** Most bodies are short text, so the hash is started only when it is needed. */
  #digest(bytes: Uint8Array, room: number): void {
    if (this.#hash === undefined) {
      this.#hash = createHash("sha256");
      for (const kept of this.#kept) this.#hash.update(kept);
      if (room > 0) this.#keep(bytes.subarray(0, room), room);
    }
    this.#hash.update(bytes);
  }

  finish(): RecordedBody | undefined {
    const byteLength = this.#byteLength;
    if (byteLength === 0) return undefined;
    const sha256 = this.#hash?.digest("hex");
    const hash = sha256 === undefined ? {} : { sha256 };
    if (!this.isText) return { byteLength, ...hash };
    const [first = "", ...others] = this.#kept;
    const isWhole = typeof first === "string" && others.length === 0;
    const text = isWhole ? first : Buffer.concat(this.#kept.map(toBytes)).toString();
    return { byteLength, text, ...(sha256 === undefined ? {} : { isCut: true, sha256 }) };
  }
}

function toBytes(chunk: Uint8Array | string): Uint8Array {
  return typeof chunk === "string" ? Buffer.from(chunk) : chunk;
}
