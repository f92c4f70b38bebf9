import { randomUUID } from "node:crypto";
import { untilCalled } from "../../control/shared/until-called.ts";
import { oncePer } from "../../core/once-per.ts";
import type { Reply } from "../../core/reply.ts";
import type { Sandbox } from "../../state/sandbox.ts";

/** Milliseconds between heartbeats. Without them, clients wouldn't notice a hung simulator. */
const HEARTBEAT_MS = 3000;

/** Milliseconds that a client should wait before it reconnects. */
const RETRY_MS = 1000;

/** A client: the ID of the last event that it has seen, and the signals that end its stream. */
type EventReader = { readonly lastEventId: string | undefined; readonly ends: AbortSignal[] };

/**
 * A sandbox's changes as Server-Sent Events. A `change` event lists the parts that changed. An
 * `open` event, which comes first unless the client resumes, means that the client has missed
 * changes and must read everything again.
 */
export function eventStreamReply(sandbox: Sandbox, reader: EventReader): Reply {
  return {
    status: 200,
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-store",
      // Tells nginx not to buffer the stream.
      "x-accel-buffering": "no",
    },
    body: eventsOf(sandbox, reader),
    isLive: true,
  };
}

/** A client that falls too far behind misses changes, and gets an `open` event instead. */
async function* eventsOf(
  { changes, ended }: Sandbox,
  { lastEventId, ends }: EventReader,
): AsyncGenerator<Uint8Array> {
  const over = AbortSignal.any([ended, ...ends]);
  const lifetime = lifetimeOf(changes);
  let position = positionOf(lastEventId, lifetime);
  yield Buffer.from(`retry: ${RETRY_MS}\n\n`);
  while (!over.aborted) {
    const news = position === undefined ? undefined : changes.after(position);
    position = changes.last;
    const id = `${lifetime}-${position}`;
    if (news === undefined) yield eventText(id, "open", {});
    else if (news.length > 0) {
      yield Buffer.concat(
        news.map(({ number, change }) => eventText(`${lifetime}-${number}`, "change", change)),
      );
    } else {
      const idle = AbortSignal.timeout(HEARTBEAT_MS);
      await untilCalled((call) => changes.listen(call), [over, idle]);
      if (idle.aborted) yield Buffer.from(": heartbeat\n\n");
    }
  }
}

function eventText(id: string, event: "open" | "change", data: object): Uint8Array {
  return Buffer.from(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}

/** A random ID that distinguishes a sandbox from its replacement, which reuses change numbers. */
const lifetimeOf = oncePer((_: Sandbox["changes"]) => randomUUID().slice(0, 8));

/** The number of this sandbox's last change that the client has seen; undefined if unknown. */
function positionOf(lastEventId: string | undefined, lifetime: string): number | undefined {
  const [seen, number = ""] = lastEventId?.split("-") ?? [];
  return seen === lifetime && /^\d+$/.test(number) ? Number(number) : undefined;
}
