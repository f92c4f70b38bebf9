import type { Socket } from "node:net";
import { PROBE_PATHS } from "../control/probes.ts";

const PROBES = PROBE_PATHS.map((path) => `GET ${path}`);

/**
 * Resolves with whether the first request of a new connection is a probe, once its first bytes have
 * arrived; they stay unread. A request over TLS can't be seen.
 */
export async function beginsWithProbe(socket: Socket): Promise<boolean> {
  const ignore = (): void => {};
  socket.on("error", ignore);
  await new Promise<void>((resolve) => {
    socket.once("readable", resolve);
    socket.once("close", resolve);
  });
  const first: Buffer | null = socket.read();
  if (first !== null) socket.unshift(first);
  socket.off("error", ignore);
  const text = first?.toString("latin1") ?? "";
  return PROBES.some((probe) => text.startsWith(probe));
}
