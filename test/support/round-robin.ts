import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  type RequestOptions,
  request,
  type ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";

/** A load balancer without sticky sessions. */
export type RoundRobin = {
  readonly port: number;
  readonly close: () => Promise<void>;
};

/**
 * Sends each request, not each connection, to the next of several servers on this machine, or to the one after it if that
 * doesn't listen. Reads `ports` for each request, because a server may be replaced.
 */
export async function openRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  let turn = 0;
  const server = createServer({ requireHostHeader: false }, (req, res) => {
    const first = turn++;
    forward(req, res, (attempt) => {
      return attempt < ports.length ? ports[(first + attempt) % ports.length] : undefined;
    });
  });
  server.requestTimeout = 0;
  server.headersTimeout = 0;
  server.keepAliveTimeout = 0;
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** If one side breaks, the other side breaks in the same way, as with a direct connection. */
function forward(
  req: IncomingMessage,
  res: ServerResponse,
  portAt: (attempt: number) => number | undefined,
): void {
  const attempt = (count: number): void => {
    const port = portAt(count);
    if (port === undefined) return void res.destroy();
    const keepsAlive = req.headers.connection === undefined ? ["Connection", "keep-alive"] : [];
    const options = {
      ...{ host: "127.0.0.1", port, agent: false, setHost: false, method: req.method },
      ...{ path: req.url, headers: [...req.rawHeaders, ...keepsAlive] },
    };
    const outgoing = request(options as RequestOptions);
    outgoing.on("response", (incoming) => answer(incoming, res));
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code === "ECONNREFUSED") attempt(count + 1);
      else if (!res.headersSent) breakOff(res, error);
    });
    // The body is not read before there is a connection.
    outgoing.on("socket", (socket) => socket.once("connect", () => req.pipe(outgoing)));
    outgoing.flushHeaders();
    res.once("close", () => outgoing.destroy());
  };
  attempt(0);
}

function answer(incoming: IncomingMessage, res: ServerResponse): void {
  let failure: Error | undefined;
  incoming.socket.on("error", (error) => {
    failure = error;
  });
  incoming.on("error", (error) => breakOff(res, failure ?? error));
  res.sendDate = false;
  res.writeHead(incoming.statusCode ?? 0, incoming.statusMessage, incoming.rawHeaders);
  res.flushHeaders();
  incoming.pipe(res);
}

/** Only a read error shows that the other side has reset the connection rather than ended it. */
function breakOff({ socket }: ServerResponse, error: NodeJS.ErrnoException): void {
  if (error.syscall === "read") socket?.resetAndDestroy();
  else socket?.end();
}
