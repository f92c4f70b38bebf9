import type { Socket } from "node:net";
import type { Listening } from "../http/listen.ts";

/** Takes a connection once the state has been read; until then, its client may reset it. */
export async function takeAfter(
  opening: Promise<unknown>,
  listening: Pick<Listening, "take">,
  socket: Socket,
): Promise<void> {
  const ignore = (): void => {};
  socket.on("error", ignore);
  try {
    await opening;
  } catch {
    socket.destroy();
    return;
  }
  socket.off("error", ignore);
  if (!socket.destroyed) listening.take(socket);
}
