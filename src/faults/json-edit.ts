import type { JsonValue } from "../core/json.ts";
import { isStream, plainResponse, type Reply, type ReplyStream } from "../core/reply.ts";
import { withFile } from "./body-edit.ts";
import type { FaultContext, Spoil } from "./fault-play.ts";

/** A change to a JSON value; undefined if there is nothing to change. */
export type JsonEdit = (value: JsonValue) => JsonValue | undefined;

/** Maximum size in bytes of editable JSON: parsing needs several times as much memory. */
const MAX_BYTES = 128 * 1024 * 1024;

/** Whether a reply's head says that its body is JSON or JSON lines. */
export function isJson({ headers }: Reply): boolean {
  return /json\s*(;|$)/i.test(headers["content-type"] ?? "");
}

/**
 * Changes a JSON body, or each line of a body produced over time; a response that is not JSON stays
 * unchanged.
 */
export function spoilJson({ closed }: FaultContext, edit: JsonEdit): Spoil {
  return async (reply) => {
    if (!isJson(reply)) return undefined;
    if (reply.isLive && isStream(reply.body))
      return plainResponse({ ...reply, body: linesEdited(reply.body, edit) });
    const changed = await withFile(reply, async ({ body }) => {
      const text = await textOf(body, closed);
      return closed.aborted ? undefined : edited(text, edit);
    });
    return changed && plainResponse(changed);
  };
}

function edited(text: string, edit: JsonEdit): string | undefined {
  const value = edit(JSON.parse(text) as JsonValue);
  return value === undefined ? undefined : JSON.stringify(value);
}

async function textOf(body: Reply["body"], closed: AbortSignal): Promise<string> {
  if (!isStream(body)) return Buffer.from(body).toString();
  const pieces: Uint8Array[] = [];
  let byteLength = 0;
  for await (const piece of body) {
    if (closed.aborted) return "";
    pieces.push(piece);
    byteLength += piece.byteLength;
    if (byteLength <= MAX_BYTES) continue;
    throw new RangeError(
      `Failed to change a field of the response: it has more than ${MAX_BYTES} bytes. Use a smaller job.`,
    );
  }
  return Buffer.concat(pieces).toString();
}

/** Relies on each piece of the stream being one or more whole lines. */
async function* linesEdited(body: ReplyStream, edit: JsonEdit): AsyncGenerator<Uint8Array> {
  for await (const piece of body) {
    const lines = Buffer.from(piece).toString().split("\n");
    const changed = lines.map((line) => (line === "" ? line : (edited(line, edit) ?? line)));
    yield Buffer.from(changed.join("\n"));
  }
}
