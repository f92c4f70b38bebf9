import { perform } from "../control/perform.ts";
import { isPostgresUrl } from "../options/forms.ts";
import { openStore } from "./open-store.ts";
import { type Ground, openReign } from "./reign.ts";
import type { ReignSource } from "./reign-source.ts";
import { appAt } from "./serve.ts";

/** The state of a server: its own, or one that it shares with other processes. */
export async function openSource(ground: Ground): Promise<ReignSource> {
  if (isPostgresUrl(ground.settings.store)) {
    const { openReplica } = await import("./replica.ts");
    return openReplica(ground);
  }
  return ownSource(ground);
}

/** A state that only this process has. */
async function ownSource(ground: Ground): Promise<ReignSource> {
  const saved = await openStore(ground);
  const reign = await openReign(ground, saved);
  return {
    reign: () => reign,
    seed: () => reign.open.own.seed,
    handlerAt: (address) => appAt(reign.parts, address),
    perform: (caller, call) => perform(reign.host, caller, call),
    start: async () => {},
    loaded: () => reign.host.loaded(),
    stop: reign.stop,
    end: reign.end,
    close: async () => saved?.close(),
  };
}
