import type { ResponseOf, VerbName } from "../control/control-verbs.ts";
import type { Caller, VerbCall } from "../control/perform.ts";
import { isPostgresUrl } from "../core/urls.ts";
import { openStore } from "../stores/stores.ts";
import { type LeaderTerm, openTerm, type StateProvider } from "./leader-term.ts";
import { openProbes } from "./open-probes.ts";
import type { ServerParts } from "./server-parts.ts";

/** Opens a server's state: its own, or one that it shares with other processes. */
export async function openProvider(server: ServerParts): Promise<StateProvider> {
  if (isPostgresUrl(server.settings.store)) {
    const { openReplica } = await import("./replica.ts");
    return openReplica(server);
  }
  return ownProvider(server);
}

async function ownProvider(server: ServerParts): Promise<StateProvider> {
  const { settings, staging, staged } = server;
  const options = staging.storeOptions(staged.scenario, settings.onNotice);
  const saved = await openStore(settings.store, options);
  const probes = openProbes(server, {
    status: () => ({ role: "single" }),
    term: () => term,
    problemElsewhere: async () => undefined,
    takeovers: () => 0,
  });
  const term: LeaderTerm = await openTerm(server, saved, probes);
  return {
    term: () => term,
    seed: () => term.open.own.seed,
    handlerAt: (address) => term.appAt(address),
    perform: async <Name extends VerbName>(
      caller: Pick<Caller, "key">,
      call: VerbCall<Name>,
    ): Promise<ResponseOf<Name>> => {
      // The verbs and their grammars are loaded with the first call.
      const { perform } = await import("../control/perform.ts");
      return perform(term.host, caller, call);
    },
    start: async () => {},
    loaded: () => term.host.loaded(),
    stop: term.stop,
    end: term.end,
    close: async () => saved?.close(),
  };
}
