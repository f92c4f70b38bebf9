import type { IncomingMessage } from "node:http";
import { LIVE_PATH, METRICS_PATH, type Probes, READY_PATH } from "../../control/probes.ts";
import { jsonReply, type Reply } from "../../core/reply.ts";
import { pathnameOf } from "../request/pathname.ts";

/** The reply to a probe; undefined for other requests. `authorize` throws a SimulatorError if metrics need a token. */
export async function probeReply(
  req: IncomingMessage,
  probes: Probes,
  authorize: () => void,
): Promise<Reply | undefined> {
  if (req.method !== "GET") return undefined;
  const pathname = pathnameOf(req);
  if (pathname === LIVE_PATH) return jsonReply(200, { status: "ok" });
  if (pathname === READY_PATH) return readyReply(probes);
  if (pathname !== METRICS_PATH) return undefined;
  authorize();
  const headers = { "content-type": "text/plain; version=0.0.4; charset=utf-8" };
  return { status: 200, headers, body: await probes.metrics() };
}

async function readyReply({ problem, status }: Probes): Promise<Reply> {
  const found = await problem();
  if (found === undefined) return jsonReply(200, { status: "ok", ...status() });
  return jsonReply(503, { status: "failing", problem: found.message, ...status() });
}
