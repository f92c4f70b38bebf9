import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import { forward, type Upstream } from "./forward.ts";
import { Hosts } from "./hosts.ts";

/** A proxy passes calls on to these origins, and notifies its owner of each. */
export type ProxyOptions = Omit<Upstream, "origin" | "hosts"> & {
  /** The origins of the service; the first is that of its base URL. */
  readonly origins: readonly URL[];
  /** Serves https with this certificate; http if undefined. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
};

/** A running reverse proxy on the loopback interface: one port for each origin of the service. */
export type RecordingProxy = {
  /** The origin at which clients reach the first of the service's origins. */
  readonly origin: string;
  /** The other origins that the service mentioned, which clients reach without the proxy. */
  readonly otherHosts: () => readonly string[];
  /** Stops listening, and resolves once the calls in progress have been reported. */
  readonly close: () => Promise<void>;
};

/** Opens a proxy; it accepts requests once the promise resolves. */
export async function openProxy({ origins, tls, ...calls }: ProxyOptions): Promise<RecordingProxy> {
  const replacements = new Map<string, string>();
  const hosts = new Hosts(replacements);
  const open = new Set<Promise<void>>();
  const servers: Server[] = [];
  for (const origin of origins) {
    const server = tls === undefined ? createServer() : createTlsServer({ ...tls });
    // Only the service's own limits apply.
    server.requestTimeout = 0;
    server.keepAliveTimeout = 0;
    server.on("request", (req, res) => {
      const call = forward(req, res, { ...calls, origin, hosts });
      open.add(call);
      void call.finally(() => open.delete(call));
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    replacements.set(origin.origin, `${tls === undefined ? "http" : "https"}://127.0.0.1:${port}`);
    servers.push(server);
  }
  return {
    origin: replacements.get(origins[0]?.origin ?? "") ?? "",
    otherHosts: () => hosts.others,
    close: async () => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.all(open);
    },
  };
}
