import { Work } from "../../codec/work.ts";
import { jsonPieces } from "../../core/json-pieces.ts";
import { jsonReply, type Reply, repeatable } from "../../core/reply.ts";

/** Number of characters in a piece of large JSON. A piece takes about a millisecond to make. */
const PIECE_LENGTH = 64 * 1024;

/** Makes JSON while sending it, so the value must not change meanwhile. `key` names the sandbox. */
export function largeJsonReply(
  status: number,
  value: unknown,
  key: string,
  headers?: Reply["headers"],
): Reply {
  const [only = "", second] = jsonPieces(value, PIECE_LENGTH);
  const body = second === undefined ? only : repeatable(() => streamOf(value, key));
  return { ...jsonReply(status, null, headers), body };
}

async function* streamOf(value: unknown, key: string): AsyncGenerator<Uint8Array> {
  const work = new Work(key);
  for (const piece of jsonPieces(value, PIECE_LENGTH)) {
    yield Buffer.from(piece);
    await work.pause();
  }
}
