import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo, Server as NetServer, Socket } from "node:net";
import { Work } from "../codec/work.ts";
import { messageOf, SimulatorError } from "../core/errors.ts";
import { OpenResponses } from "./reply/close-signal.ts";
import { readToEnd, rememberCarriers } from "./reply/connection.ts";
import { connectionOf, noteRequest, startOfInput } from "./request/arrival.ts";
import { messageClasses, type ServedApp } from "./served-app.ts";

type Endpoint = {
  readonly host: string;
  readonly port: number;
  readonly tls: { readonly cert: string; readonly key: string } | undefined;
  /** Decides who serves each new connection; undefined if this process serves all of them. */
  readonly gate?: Gate | undefined;
};

export type Listening = Readonly<Awaited<ReturnType<typeof listen>>>;

/** Maximum number of pending connections: a busy machine may get a thousand at once. */
const BACKLOG = 4096;

/** Serves an application. Rejects with a SimulatorError if the port or certificate is unusable. */
export async function listen(app: ServedApp, endpoint: Endpoint) {
  const server = await createListener(app, endpoint);
  // Downloads and uploads can take any amount of time: the client's own timeouts are under test.
  server.requestTimeout = 0;
  // On a busy machine, closing an idle connection could make the client's next request fail.
  server.keepAliveTimeout = 0;
  server.on(endpoint.tls === undefined ? "connection" : "secureConnection", connectionOf);
  const port = await openPort(server, endpoint);
  const take = showToGate(server, endpoint.gate);
  const open = new OpenResponses();
  const used = new Set<Socket>();
  server.on("request", (req, res) => {
    open.add(res);
    const { socket } = req;
    if (!used.has(socket)) socket.once("close", () => used.delete(socket));
    used.add(socket);
    readToEnd(req);
  });
  return {
    origin: originOf(endpoint, port),
    /** Stops accepting connections; responses in progress get `maxMs` wall-clock milliseconds. */
    drain: async (maxMs: number): Promise<void> => {
      if (maxMs === 0) return;
      server.close();
      // Connections close after their responses, so that clients can't keep using them.
      await open.finish(maxMs, () => server.closeIdleConnections());
    },
    /** Aborts the responses that are still in progress. */
    close: () =>
      new Promise<void>((resolve) => {
        // Ignores the callback's error: a server that was drained may have stopped already.
        server.close(() => resolve());
        server.closeAllConnections();
      }),
    /** Serves a connection that another process has accepted. */
    take,
    /**
     * Gives responses in progress `maxMs` wall-clock milliseconds, and then closes every connection
     * that has carried a request. The server keeps accepting connections. A connection whose first
     * request is still arriving stays open, so that no probe fails.
     */
    cutOff: async (maxMs: number): Promise<void> => {
      const cut = [...used];
      server.closeIdleConnections();
      await open.finish(maxMs, () => server.closeIdleConnections());
      for (const socket of cut) socket.destroy();
    },
  };
}

async function createListener(app: ServedApp, { tls }: Endpoint): Promise<Server> {
  const serve = pipelined(withOriginForm(app));
  const classes = messageClasses(app);
  if (tls === undefined) return createServer(classes, serve);
  // Most servers don't need node:https, which takes longer to load than node:http.
  const { createServer: createTlsServer } = await import("node:https");
  try {
    const server = createTlsServer({ ...tls, ...classes }, serve);
    rememberCarriers(server);
    return server;
  } catch (error) {
    const message = `Failed to use the TLS certificate and key: ${messageOf(error)}. Pass both in PEM format.`;
    throw new SimulatorError("SIM_TLS", message, { cause: error });
  }
}

function originOf({ host, tls }: Endpoint, port: number): string {
  const name =
    host === "0.0.0.0" || host === "::" ? "localhost" : host.includes(":") ? `[${host}]` : host;
  return `${tls === undefined ? "http" : "https"}://${name}:${port}`;
}

/** Listens at an address. Resolves with the port, or rejects with a SimulatorError. */
export async function openPort(
  server: NetServer,
  { host, port }: Pick<Endpoint, "host" | "port">,
): Promise<number> {
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error) => reject(listenError(error, host, port)));
    server.listen({ host, port, backlog: BACKLOG }, resolve);
  });
  return (server.address() as AddressInfo).port;
}

function listenError(error: NodeJS.ErrnoException, host: string, port: number): SimulatorError {
  const reasons: Readonly<Record<string, string>> = {
    EADDRINUSE: `port ${port} is in use. Choose another, or 0 for any free port`,
    EACCES: `this process has no permission to use port ${port}. Choose a port above 1023`,
    EADDRNOTAVAIL: `\`${host}\` is not an address of this machine`,
    ENOTFOUND: `the host name \`${host}\` can't be resolved`,
  };
  const reason = reasons[error.code ?? ""] ?? error.message;
  return new SimulatorError("SIM_PORT", `Failed to listen on ${host}:${port}: ${reason}.`, {
    cause: error,
  });
}

/**
 * Handles every form of request target (RFC 9112, 3.2). An absolute URL is replaced with its path,
 * and the Host header with the URL's host. Any other target, except a path or `*`, becomes an
 * unknown path, so that the service responds with its own error instead of a library's.
 */
function withOriginForm(serve: RequestListener): RequestListener {
  return (req, res) => {
    const target = req.url ?? "";
    if (target.startsWith("/") || target === "*") return serve(req, res);
    const [, authority, rest = target] = URL.canParse(target)
      ? (/^https?:\/\/([^/?#]*)(.*)/is.exec(target) ?? [])
      : [];
    if (authority !== undefined) req.headers.host = authority.slice(authority.lastIndexOf("@") + 1);
    req.url = authority !== undefined && rest.startsWith("/") ? rest : `/${rest}`;
    return serve(req, res);
  };
}

/** Decides which process serves a new connection; `serve` serves it in this process. */
export type Gate = (socket: Socket, serve: (socket: Socket) => void) => void;

/** Passes new connections to a gate, if any. Returns the function that serves a connection. */
function showToGate(server: Server, gate: Gate | undefined): (socket: Socket) => void {
  const listeners = server.listeners("connection") as ((socket: Socket) => void)[];
  const serve = (socket: Socket): void => {
    for (const listener of listeners) listener.call(server, socket);
  };
  if (gate !== undefined) {
    server.removeAllListeners("connection");
    server.on("connection", (socket: Socket) => gate(socket, serve));
  }
  return serve;
}

/** All pipelined requests share this key, so as one group they take turns with the sandboxes. */
const KEY = " pipelined";

/**
 * Serves one pipelined request in each cycle of the event loop, because a client can send thousands
 * at once. While a request waits, its connection isn't read. A client that waits for each response
 * is served immediately.
 */
export function pipelined(serve: RequestListener): RequestListener {
  const numWaiting = new WeakMap<Socket, number>();
  const servedIn = new WeakMap<Socket, number>();
  const serveNow: RequestListener = (req, res) => {
    servedIn.set(req.socket, startOfInput());
    return serve(req, res);
  };
  return (req, res) => {
    const { socket } = req;
    noteRequest(socket);
    // A pipelined request's response has no socket until all earlier responses have ended.
    if (res.socket !== null && servedIn.get(socket) !== startOfInput()) return serveNow(req, res);
    const before = numWaiting.get(socket) ?? 0;
    if (before === 0) socket.pause();
    numWaiting.set(socket, before + 1);
    void new Work(KEY).pause().then(() => {
      const left = (numWaiting.get(socket) ?? 1) - 1;
      numWaiting.set(socket, left);
      if (left === 0) socket.resume();
      serveNow(req, res);
    });
  };
}
