import { createServer, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Express } from "express";
import { SimulatorError } from "../core/errors.ts";
import { rememberCarriers } from "./reply/connection.ts";
import { withOriginForm } from "./request/request-target.ts";

/** Where to listen, and how. */
export type Endpoint = {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
};

/** A server that listens: its origin, and how to end it. */
export type Listening = { readonly origin: string; readonly close: () => Promise<void> };

/** Connections that wait to be accepted: a busy machine must not reset some of a thousand that come at once. */
const BACKLOG = 4096;

/** Serves an application. Rejects with a SimulatorError where the port can't be had or the certificate is none. */
export async function listen(app: Express, endpoint: Endpoint): Promise<Listening> {
  const server = createListener(app, endpoint);
  // A download may take as long as its client likes, and an upload too: the client's own timeouts are under test.
  server.requestTimeout = 0;
  // A server that closes an idle connection races with the client's next request, and on a busy machine the client loses.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, endpoint)));
    server.listen({ port: endpoint.port, host: endpoint.host, backlog: BACKLOG }, resolve);
  });
  return { origin: originOf(server, endpoint), close: () => closeServer(server) };
}

function createListener(app: Express, { tls }: Endpoint): Server {
  const serve = withOriginForm(app);
  if (tls === undefined) return createServer(serve);
  try {
    const server = createTlsServer(tls, serve);
    rememberCarriers(server);
    return server;
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new SimulatorError(
      "SIM_TLS",
      `Failed to use the TLS certificate and key: ${found}. Give both as PEM.`,
      { cause: error },
    );
  }
}

function originOf(server: Server, { host, tls }: Endpoint): string {
  const { port } = server.address() as AddressInfo;
  const name =
    host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${tls === undefined ? "http" : "https"}://${name}:${port}`;
}

function listenError(error: NodeJS.ErrnoException, { host, port }: Endpoint): SimulatorError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is taken. Choose another, or 0 for any free one`,
    EACCES: `port ${port} needs rights that this process doesn't have. Choose one above 1023`,
    EADDRNOTAVAIL: `\`${host}\` is no address of this machine`,
    ENOTFOUND: `the host name \`${host}\` is not known`,
  };
  const reason = reasons[error.code ?? ""] ?? error.message;
  return new SimulatorError("SIM_PORT", `Failed to listen on ${host}:${port}: ${reason}.`, {
    cause: error,
  });
}

/** Ends a server at once: what is under way is cut off, for whoever closes has what it wanted. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
