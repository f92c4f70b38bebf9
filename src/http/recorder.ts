import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { retryAfterMsOf } from "../control/shared/exchanges.ts";
import { withoutKey } from "../core/api-key.ts";
import type { Problem } from "../core/errors.ts";
import type { Exchange, RecordedBody } from "../core/exchange.ts";
import type { Mutable } from "../core/mutable.ts";
import { HIDDEN, isSecretHeader, redactJson, redactText } from "../core/redact.ts";
import type { Reply } from "../core/reply.ts";
import type { Instant } from "../core/time.ts";
import type { Conduct } from "../core/trace.ts";
import type { Spec } from "../spec/spec.ts";
import type { Sandbox } from "../state/sandbox.ts";
import { monotonicNow } from "../state/wall-timer.ts";
import { BodyKeeper, isTextual, UnreadBody } from "./body-keeper.ts";
import { connectionOf } from "./request/arrival.ts";

/** `Authorization` schemes to show. Any other first word may be part of the key. */
const SCHEME = /^(?:key|bearer|basic|digest|token|api-?key|aws4-hmac-sha256|negotiate)$/i;

/** Receives each finished exchange, with the name and title of its sandbox. */
export type ExchangeListener = (exchange: Exchange, sandboxName: string, title: string) => void;

/** Facts about an exchange that are learned while it is served. */
type Notes = Mutable<
  Pick<
    Exchange,
    "operationId" | "nearest" | "jobId" | "jobState" | "format" | "fault" | "rules" | "simError"
  >
> & { problems?: Exchange["problems"]; readonly conduct: Mutable<Conduct> };

type Beginning = Pick<Sandbox, "clock"> & { readonly at?: Instant; readonly spec: Spec };

const NO_PROBLEMS: readonly Problem[] = [];

type Headers = NodeJS.Dict<number | string | readonly string[]>;

/** Records one exchange; `close` returns the journal entry. */
export class Recorder {
  readonly notes: Notes;
  /** The column names and first rows of the file in the request's body. */
  uploaded: RecordedBody["rows"];
  /** Whether the server, not the client, cut off the response. */
  isCut = false;
  readonly #req: IncomingMessage;
  readonly #at: Instant;
  readonly #wallAt: number;
  readonly #clock: Sandbox["clock"];
  /** Start time on the monotonic clock, which also measures the duration. */
  readonly #startedAt = monotonicNow();
  readonly #spec: Pick<Spec, "keyScheme" | "signatureNames">;
  /** The key, even if malformed. It is hidden everywhere: a file name may contain it, too. */
  readonly #key: string | undefined;
  readonly #request = new BodyKeeper();
  readonly #response = new BodyKeeper();
  #head: Pick<Reply, "status" | "headers"> = { status: 0, headers: {} };
  #file: Reply["file"];
  #isRead = false;
  #unread: UnreadBody | undefined;
  #bodyHash: string | undefined;

  constructor(req: IncomingMessage, { clock, spec, at = clock.now() }: Beginning) {
    this.#req = req;
    this.#at = at;
    this.#wallAt = clock.wall.now();
    this.#clock = clock;
    const { number, numRequests, arrivedAt } = connectionOf(req.socket);
    // Doesn't read the clock again: the process may have been interrupted since the arrival.
    this.notes = { conduct: { connection: number, sentAt: clock.wall.steadyAt(arrivedAt) } };
    if (numRequests === 1) this.notes.conduct.isFirstOnConnection = true;
    this.#spec = spec;
    const scheme = spec.keySchemes.find(({ header }) => header in req.headers);
    this.#key = String(req.headers[scheme?.header ?? ""] ?? "").replace(/^.* /, "");
    this.#request.isText = isTextual(req.headers["content-type"]);
  }

  get label(): string {
    return `${this.#req.method} ${this.hide(this.#req.url ?? "")}`;
  }

  /** Begins to record a request's body. Returns a function that receives its chunks. */
  startBody(): (chunk: Uint8Array) => void {
    this.#isRead = true;
    return (chunk) => this.#request.add(chunk);
  }

  /** Reads the rest of the request's body. Records a body that is text and hasn't been read yet. */
  readRest(): void {
    const { headers } = this.#req;
    // A request without these headers has no body.
    if (!("content-length" in headers || "transfer-encoding" in headers)) return;
    const isKept = this.#request.isText && !("content-encoding" in headers);
    if (this.#isRead || !isKept) this.#req.resume();
    else this.#unread ??= new UnreadBody(this.#req, this.#request);
  }

  /** Calls back with a closed exchange's request once its unread body is recorded. */
  whenRequestGrows(
    then: (request: Exchange["request"], bodyHash: string | undefined) => void,
  ): void {
    this.#unread?.whenMore(() => then(this.#requestOf(), this.#bodyHash));
  }

  /** Records the response's head and file. If never called, the exchange has status 0. */
  answer(status: number, headers: Reply["headers"], file?: Reply["file"]): void {
    this.#head = { status, headers };
    this.#file = file;
    this.#response.isText = isTextual(headers["content-type"]) || file?.kind === "lines";
  }

  readonly tap = (chunk: Uint8Array | string): void => this.#response.add(chunk);

  close(id: number, res: ServerResponse): Exchange {
    const { method = "", url = "" } = this.#req;
    const response = this.#kept(this.#response);
    const { status, headers } = this.#head;
    const { conduct: _, problems, ...notes } = this.notes;
    const edges = this.#file?.results?.edges() ?? [];
    return {
      ...{ id, at: this.#at, wallAt: this.#wallAt, method, url: this.hide(url) },
      ...notes,
      request: this.#requestOf(),
      response: {
        status,
        headers: responseHeaders(headers, "", this.#key),
        ...(response && { body: this.#withRows(response, this.#file?.results?.firstRows?.()) }),
      },
      ...(edges.length > 0 && { edges }),
      problems: problems?.map((problem) => this.#hidden(problem)) ?? NO_PROBLEMS,
      end: res.writableFinished ? "finished" : this.isCut ? "cut" : "aborted",
      durationMs: monotonicNow() - this.#startedAt,
    };
  }

  #requestOf(): Exchange["request"] {
    const headers = requestHeaders(this.#req.headers, this.#spec.keyScheme.header, this.#key);
    const body = this.#ofWholeLength(this.#kept(this.#request));
    if (body === undefined) return { headers };
    const { sha256, text } = body;
    this.#bodyHash = sha256 ?? (text && createHash("sha1").update(text).digest("base64"));
    return { headers, body: this.#withRows(body, this.uploaded) };
  }

  /** Corrects the length of an unread body if only its beginning was counted. */
  #ofWholeLength(body: RecordedBody | undefined): RecordedBody | undefined {
    const declared = Number(this.#req.headers["content-length"]);
    const isShort = body?.isCut === true && body.sha256 === undefined && declared > body.byteLength;
    return isShort ? { ...body, byteLength: declared } : body;
  }

  #kept(body: BodyKeeper): RecordedBody | undefined {
    const kept = body.finish();
    if (kept?.text === undefined) return kept;
    const isJson = /^\s*["[{]/.test(kept.text);
    // Redacts JSON even in other text, because an uploaded file may have lines of JSON.
    const text = redactJson(withoutKey(kept.text, this.#key), this.#spec.signatureNames);
    return { ...kept, text: isJson ? text : this.hide(text) };
  }

  /** Redacts a string's secrets and URL signatures: a signature gives access without a key. */
  hide(text: string): string {
    return redactText(withoutKey(text, this.#key), this.#spec.signatureNames);
  }

  #hidden(problem: Problem): Problem {
    const { path, message } = problem;
    return { ...problem, path: this.hide(path), message: this.hide(message) };
  }

  /** Data that reports need in addition to the exchange. */
  conduct(): Conduct {
    const retryAfterMs = retryAfterMsOf(this.#head.headers, this.#at);
    const splitInputs = this.#file?.results?.splitInputs?.();
    const { conduct } = this.notes;
    conduct.steadyAt = this.#clock.wall.steadyAt(this.#startedAt);
    if (retryAfterMs !== undefined) conduct.retryAfterMs = retryAfterMs;
    if (splitInputs !== undefined) conduct.splitInputs = splitInputs;
    if (this.#bodyHash !== undefined) conduct.bodyHash = this.#bodyHash;
    return conduct;
  }

  #withRows(body: RecordedBody, rows: RecordedBody["rows"]): RecordedBody {
    if (rows === undefined) return body;
    return { ...body, rows: rows.map((row) => row.map((cell) => this.hide(cell))) };
  }
}

/** Returns a function that redacts headers. It caches its last result: headers rarely change. */
function headerKeeper() {
  let last = { headers: {} as Headers, keyHeader: "", key: "" as string | undefined };
  let kept: Record<string, string> = {};
  return (headers: Headers, keyHeader: string, key: string | undefined) => {
    const isKnown = last.keyHeader === keyHeader && last.key === key;
    if (isKnown && areEqual(headers, last.headers)) return kept;
    last = { headers, keyHeader, key };
    kept = {};
    for (const name of Object.keys(headers)) {
      const value = String(headers[name]);
      const isSecret = name === keyHeader || isSecretHeader(name);
      kept[name] = isSecret ? redacted(value) : redactText(withoutKey(value, key));
    }
    return kept;
  };
}

const requestHeaders = headerKeeper();
const responseHeaders = headerKeeper();

function areEqual(some: Headers, others: Headers): boolean {
  const names = Object.keys(some);
  if (names.length !== Object.keys(others).length) return false;
  return names.every((name) => some[name] === others[name]);
}

/** Redacts a key, but shows its scheme and, if the key is long, its last four characters. */
export function redacted(value: string): string {
  const space = value.indexOf(" ");
  const scheme = SCHEME.test(value.slice(0, space)) ? value.slice(0, space + 1) : "";
  const secret = value.slice(scheme.length);
  return `${scheme}${HIDDEN}${secret.length >= 12 ? secret.slice(-4) : ""}`;
}
