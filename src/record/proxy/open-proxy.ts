import { once } from "node:events";
import {
  type ClientRequest,
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, request as httpsRequest } from "node:https";
import type { AddressInfo } from "node:net";
import { oncePer } from "../../core/once-per.ts";
import { pairsOf, type RawCall, type RawHeaders } from "../raw-call.ts";
import { type Hosts, rewritten } from "./hosts.ts";
import { decodedBytes, KeptBody } from "./kept-body.ts";

export type ProxyOptions = Omit<Upstream, "origin" | "hosts"> & {
  /** The service's origins, beginning with the base URL's origin. */
  readonly origins: readonly URL[];
  /** Serves https with this certificate; http if undefined. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
};

/** Starts a reverse proxy on the loopback interface: one port for each origin of the service. */
export async function openProxy({ origins, tls, ...calls }: ProxyOptions) {
  const hosts: Hosts = { replacements: new Map(), others: new Set() };
  const open = new Set<Promise<void>>();
  const servers: Server[] = [];
  for (const origin of origins) {
    const server = tls === undefined ? createServer() : createTlsServer({ ...tls });
    // The proxy has no time limits of its own, so only the service's limits apply.
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
    const scheme = tls === undefined ? "http" : "https";
    hosts.replacements.set(origin.origin, `${scheme}://127.0.0.1:${port}`);
    servers.push(server);
  }
  return {
    /** The proxy's origin for the first of the service's origins. */
    origin: hosts.replacements.get(origins[0]?.origin ?? "") ?? "",
    /** The other origins that the service mentioned, which clients reach without the proxy. */
    otherHosts: (): readonly string[] => [...hosts.others].sort(),
    /** Stops listening, and resolves once the calls in progress have been reported. */
    close: async (): Promise<void> => {
      for (const server of servers) {
        server.close();
        server.closeAllConnections();
      }
      await Promise.all(open);
    },
  };
}

type Upstream = {
  readonly origin: URL;
  readonly hosts: Hosts;
  /** Whether clients read the response while it arrives, so that it must not be buffered. */
  readonly isLive: (request: { readonly method: string; readonly url: string }) => boolean;
  readonly now: () => number;
  readonly onCall: (call: RawCall) => void;
  /** Called if the service can't be reached or closes the connection without responding. */
  readonly onFailure: (error: Error) => void;
};

/** Headers about the connection (RFC 9110, 7.6.1), and `expect`, which the proxy itself handles. */
const OF_CONNECTION: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "upgrade", "expect"],
]);
/** Headers with URLs that clients follow. */
const OF_URLS: ReadonlySet<string> = new Set(["location", "content-location"]);
/** Maximum size, in bytes, of a JSON body whose URLs are rewritten. */
const MAX_REWRITTEN = 64 * 1024;

let numConnections = 0;
const connectionOf = oncePer((_socket: object) => ++numConnections);

async function forward(
  req: IncomingMessage,
  res: ServerResponse,
  upstream: Upstream,
): Promise<void> {
  const { method = "GET", url = "/" } = req;
  const ownHeaders = passedHeaders(req.rawHeaders, (name, value) =>
    name === "host" ? upstream.origin.host : value,
  );
  const at = upstream.now();
  const sent = new KeptBody(req.headers);
  const outgoing = requestTo(upstream, req, ownHeaders);
  let received = new KeptBody({});
  let response: IncomingMessage | undefined;
  let end: RawCall["end"] = "finished";
  res.once("close", () => {
    if (res.writableFinished) return;
    if (end === "finished") end = "aborted";
    outgoing.destroy();
  });
  req.pipe(sent).pipe(outgoing);
  // The service may respond without reading the whole request.
  outgoing.on("error", () => req.unpipe(sent).resume());
  try {
    response = await responseOf(outgoing);
    received = new KeptBody(response.headers);
    const isLive = upstream.isLive({ method, url });
    await relay(response, res, { hosts: upstream.hosts, received, isLive });
  } catch (error) {
    if (end === "finished") {
      end = "cut";
      if (response === undefined) upstream.onFailure(error as Error);
      res.socket?.resetAndDestroy();
    }
  }
  const body = await received.passed();
  upstream.onCall({
    ...{ at, until: upstream.now(), connection: connectionOf(req.socket), method, url, end },
    request: { headers: ownHeaders, body: await sent.passed() },
    response: {
      status: response?.statusCode ?? 0,
      headers: passedHeaders(response?.rawHeaders ?? [], (_, value) => value),
      body,
    },
  });
}

function requestTo({ origin }: Upstream, req: IncomingMessage, headers: readonly string[]) {
  const send = origin.protocol === "https:" ? httpsRequest : httpRequest;
  // Each request gets a new connection, because a request over an idle connection that the service
  // closes would look like a reset.
  return send(origin, {
    ...{ method: req.method ?? "GET", path: req.url ?? "/", agent: false },
    headers: [...headers] as unknown as Record<string, string>,
  });
}

function passedHeaders(raw: RawHeaders, map: (name: string, value: string) => string): string[] {
  return pairsOf(raw).flatMap(([name, value]) => {
    const lower = name.toLowerCase();
    return OF_CONNECTION.has(lower) ? [] : [name, map(lower, value)];
  });
}

function responseOf(outgoing: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    outgoing.once("response", resolve);
    outgoing.on("error", reject);
    outgoing.once("close", () => reject(new Error("the connection closed without a response")));
  });
}

/** Streams a response. Only short JSON is buffered, because its URLs may be rewritten. */
async function relay(
  response: IncomingMessage,
  res: ServerResponse,
  { hosts, received, isLive }: Pick<Upstream, "hosts"> & { received: KeptBody; isLive: boolean },
): Promise<void> {
  const headers = passedHeaders(response.rawHeaders, (name, value) =>
    OF_URLS.has(name) ? rewritten(value, hosts) : value,
  );
  const { statusCode = 0, statusMessage = "" } = response;
  const { "content-type": type = "" } = response.headers;
  const body = response.pipe(received);
  response.once("error", (error) => received.destroy(error));
  const held: Buffer[] = [];
  let heldBytes = 0;
  let isHeld = !isLive && /^application\/(\w+\+)?json/.test(type);
  const release = (): void => {
    isHeld = false;
    res.writeHead(statusCode, statusMessage, headers).flushHeaders();
    for (const chunk of held) res.write(chunk);
  };
  if (!isHeld) release();
  try {
    for await (const chunk of body as AsyncIterable<Buffer>) {
      if (isHeld) {
        held.push(chunk);
        heldBytes += chunk.byteLength;
        if (heldBytes > MAX_REWRITTEN) release();
      } else if (res.destroyed) return;
      else if (!res.write(chunk)) await untilWritable(res);
    }
  } catch (error) {
    if (isHeld) release();
    throw error;
  }
  const text = isHeld ? decodedBytes(Buffer.concat(held), response.headers)?.toString() : undefined;
  const changed = text === undefined ? text : rewritten(text, hosts);
  if (changed !== undefined && changed !== text) {
    const bytes = Buffer.from(changed);
    const length = ["content-length", String(bytes.byteLength)];
    res.writeHead(statusCode, statusMessage, [...withoutFraming(headers), ...length]).end(bytes);
    return;
  }
  if (isHeld) release();
  res.end();
}

function untilWritable(res: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    if (res.destroyed) resolve();
    const done = (): void => {
      res.off("drain", done).off("close", done);
      resolve();
    };
    res.once("drain", done).once("close", done);
  });
}

function withoutFraming(headers: readonly string[]): readonly string[] {
  const framing = ["content-length", "transfer-encoding", "content-encoding"];
  return pairsOf(headers)
    .filter(([name]) => !framing.includes(name.toLowerCase()))
    .flat();
}
