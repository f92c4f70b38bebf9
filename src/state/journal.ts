import type { Exchange } from "../core/exchange.ts";
import type { Mutable } from "../core/mutable.ts";
import { type RecordLimits, Records } from "./records.ts";

/** Approximate size of an exchange without its bodies, in bytes. */
const BASE_BYTES = 1000;

/** Approximate size of one rule's outcome. */
const RULE_BYTES = 256;

/** The newest exchanges of a sandbox, in the order in which they ended. */
export class Journal extends Records<Exchange> {
  #lastId = 0;

  constructor(limits: RecordLimits) {
    super(limits, sizeOf);
  }

  /** Records that IDs up to this one were assigned before. */
  skip(id: number): void {
    this.#lastId = Math.max(this.#lastId, id);
  }

  /** The ID of the next exchange; starts at 1 and follows the order in which requests arrive. */
  nextId(): number {
    return ++this.#lastId;
  }

  /** Replaces the request of an exchange: more of its body has arrived since. */
  replaceRequest(exchange: Mutable<Exchange>, request: Exchange["request"]): void {
    exchange.request = request;
    this.resize(exchange);
  }
}

function sizeOf({ url, request, response, problems, rules = [] }: Exchange): number {
  const texts = (request.body?.text?.length ?? 0) + (response.body?.text?.length ?? 0);
  const rowBytes =
    response.body?.rows === undefined ? 0 : JSON.stringify(response.body.rows).length;
  const headerBytes = lengthOf(request.headers) + lengthOf(response.headers);
  const problemBytes = problems.length === 0 ? 0 : JSON.stringify(problems).length;
  const ruleBytes = rules.length * RULE_BYTES;
  return BASE_BYTES + url.length + texts + rowBytes + headerBytes + problemBytes + ruleBytes;
}

function lengthOf(headers: Exchange["request"]["headers"]): number {
  let length = 0;
  for (const name of Object.keys(headers)) length += name.length + (headers[name]?.length ?? 0);
  return length;
}
