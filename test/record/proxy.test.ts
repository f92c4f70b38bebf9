import { once } from "node:events";
import { Agent, get, type IncomingMessage, request } from "node:http";
import { connect } from "node:net";
import { buffer, text } from "node:stream/consumers";
import { setImmediate as turn } from "node:timers/promises";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { openProxy } from "../../src/record/proxy/open-proxy.ts";
import type { RawCall } from "../../src/record/raw-call.ts";
import { json, serve } from "./support.ts";

type Observed = Awaited<ReturnType<typeof openProxy>> & {
  readonly calls: RawCall[];
  readonly failures: string[];
};

async function proxyTo(...urls: readonly string[]): Promise<Observed> {
  const calls: RawCall[] = [];
  const failures: string[] = [];
  const proxy = await openProxy({
    origins: urls.map((url) => new URL(url)),
    now: () => 0,
    isLive: ({ url }) => url === "/live",
    onCall: (call) => calls.push(call),
    onFailure: ({ message }) => failures.push(message),
  });
  return { ...proxy, calls, failures };
}

async function fetched(url: string, agent?: Agent): Promise<IncomingMessage> {
  const [response] = await once(get(url, agent === undefined ? {} : { agent }), "response");
  return response;
}

/** The names and values of a message's headers, except those about the connection and the date. */
function ownHeaders({ rawHeaders }: IncomingMessage): readonly string[] {
  const pairs = rawHeaders.flatMap((name, index) =>
    index % 2 === 0 ? [[name, rawHeaders[index + 1] ?? ""]] : [],
  );
  return pairs
    .filter(([name = ""]) => !/^(connection|keep-alive|date)$/i.test(name))
    .map((pair) => pair.join(": "));
}

test("a chunked response arrives in the same pieces, and its headers as they were sent", async () => {
  await using service = await serve((_, res) => {
    res.writeHead(200, "Fine", [
      ...[
        "Content-Type",
        "text/plain",
        "X-Odd-CASE",
        "1",
        "Set-Cookie",
        "a=1",
        "Set-Cookie",
        "b=2",
      ],
    ]);
    res.write("first");
    service.server.once("go", () => res.end("second"));
  });
  const proxy = await proxyTo(service.url);
  const response = await fetched(`${proxy.origin}/`);
  expect([response.statusCode, response.statusMessage]).toEqual([200, "Fine"]);
  expect(ownHeaders(response)).toEqual([
    ...["Content-Type: text/plain", "X-Odd-CASE: 1", "Set-Cookie: a=1", "Set-Cookie: b=2"],
    "Transfer-Encoding: chunked",
  ]);
  // The service sends the rest only once the beginning has arrived.
  const [first] = await once(response, "data");
  service.server.emit("go");
  expect([String(first), await text(response)]).toEqual(["first", "second"]);
  await proxy.close();
  expect(proxy.calls.map(({ response: { body } }) => body.text)).toEqual(["firstsecond"]);
});

test("a compressed body passes unchanged, and the recording can read it", async () => {
  const bytes = gzipSync(JSON.stringify({ state: "ready" }));
  await using service = await serve((_, res) => {
    res
      .writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" })
      .end(bytes);
  });
  const proxy = await proxyTo(service.url);
  const response = await fetched(`${proxy.origin}/`);
  expect(await buffer(response)).toEqual(bytes);
  await proxy.close();
  expect(proxy.calls[0]?.response.body.text).toBe('{"state":"ready"}');
});

test("requests keep the client's connection alive, and a request's body arrives as it was sent", async () => {
  const bodies: string[] = [];
  await using service = await serve(async (req, res) => {
    bodies.push(`${req.headers["transfer-encoding"]} ${req.headers.host} ${await text(req)}`);
    json(res, {});
  });
  const proxy = await proxyTo(service.url);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  for (const part of ["one", "two"]) {
    const sent = request(`${proxy.origin}/`, { agent, method: "POST" });
    sent.write(part);
    sent.end("!");
    const [response] = await once(sent, "response");
    await text(response);
  }
  agent.destroy();
  await proxy.close();
  const { host } = new URL(service.url);
  expect(bodies).toEqual([`chunked ${host} one!`, `chunked ${host} two!`]);
  const [first, second] = proxy.calls.map(({ connection }) => connection);
  expect(first).toBe(second);
});

test.each(["text/plain", "application/json"])(
  "a connection that breaks off within a body of %s breaks off for the client",
  async (type) => {
    await using service = await serve((_, res) => {
      res.writeHead(200, { "Content-Type": type, "Content-Length": 100 });
      res.write("half of it", () => res.socket?.resetAndDestroy());
    });
    const proxy = await proxyTo(service.url);
    const response = await fetched(`${proxy.origin}/`);
    await expect(text(response)).rejects.toMatchObject({ code: "ECONNRESET" });
    await proxy.close();
    expect(proxy.calls).toMatchObject([
      { end: "cut", response: { status: 200, body: { byteLength: 10 } } },
    ]);
  },
);

test("a connection that breaks off before a response breaks off for the client", async () => {
  await using service = await serve((req) => void req.socket.resetAndDestroy());
  const proxy = await proxyTo(service.url);
  await expect(fetched(`${proxy.origin}/`)).rejects.toMatchObject({ code: "ECONNRESET" });
  await proxy.close();
  expect(proxy.calls).toMatchObject([{ end: "cut", response: { status: 0 } }]);
  expect(proxy.failures).toHaveLength(1);
});

test("a client that leaves is not a fault of the service, which is told", async () => {
  let closed: Promise<unknown> = Promise.resolve();
  await using service = await serve((_, res) => {
    closed = once(res, "close");
    res.writeHead(200, { "content-type": "text/plain" }).write("beginning");
  });
  const proxy = await proxyTo(service.url);
  const response = await fetched(`${proxy.origin}/`);
  await once(response, "data");
  response.destroy();
  await closed;
  await proxy.close();
  expect(proxy.calls).toMatchObject([{ end: "aborted", response: { status: 200 } }]);
});

test("a client can leave while a long JSON response arrives", async () => {
  await using service = await serve((_, res) => {
    res.writeHead(200, { "content-type": "application/json" });
    for (let pieces = 0; pieces < 40; pieces++) res.write(" ".repeat(50_000));
    res.end();
  });
  const proxy = await proxyTo(service.url);
  const socket = connect(Number(new URL(proxy.origin).port), "127.0.0.1");
  socket.on("error", () => {}).write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
  await new Promise((resolve) => socket.on("data", () => socket.destroy()).on("close", resolve));
  await proxy.close();
  expect(proxy.calls).toMatchObject([{ end: "aborted", response: { status: 200 } }]);
});

test("a download that the client doesn't read is not held", async () => {
  const piece = Buffer.alloc(64 * 1024, "x");
  const total = 16 * 1024;
  let written = 0;
  await using service = await serve((_, res) => {
    res.writeHead(200, { "content-type": "application/octet-stream" });
    const more = (): void => {
      while (written < total) {
        written++;
        if (!res.write(piece)) {
          res.once("drain", more);
          return;
        }
      }
      res.end();
    };
    more();
  });
  const proxy = await proxyTo(service.url);
  const response = await fetched(`${proxy.origin}/`);
  let before = -1;
  // The buffers of both connections fill up, so that the service has to wait.
  for (let idle = 0; idle < 200; before = written) {
    idle = written === before ? idle + 1 : 0;
    await turn();
  }
  expect(written * piece.byteLength).toBeLessThan(32 * 1024 ** 2);
  response.destroy();
  await proxy.close();
  expect(proxy.calls[0]?.response.body.text).toBeUndefined();
});

test("a response arrives even if the service doesn't read the request", async () => {
  await using service = await serve((_, res) => {
    res.writeHead(413, { "content-type": "text/plain", connection: "close" }).end("Too large.");
  });
  const proxy = await proxyTo(service.url);
  const { port } = new URL(proxy.origin);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write(
    `POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100000000\r\n\r\n${"x".repeat(1000)}`,
  );
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /);
  socket.destroy();
  await proxy.close();
});

test("URLs of the service lead through the proxy, and other hosts are listed", async () => {
  await using other = await serve((req, res) =>
    json(res, { host: req.headers.host, url: req.url }),
  );
  await using service = await serve((req, res) => {
    if (req.url === "/moved") res.writeHead(302, { location: `${service.url}/there` }).end();
    else
      res.writeHead(200, { "content-type": "application/json", "content-encoding": "gzip" }).end(
        gzipSync(
          JSON.stringify({
            own: `${service.url}/file?X-Signature=abc&to=${service.url}/x`,
            named: `${other.url}/file?sig=1`,
            else: "https://cdn.example.com/file",
          }),
        ),
      );
  });
  const proxy = await proxyTo(service.url, other.url);
  expect((await fetched(`${proxy.origin}/moved`)).headers.location).toBe(`${proxy.origin}/there`);
  const answer = JSON.parse(await text(await fetched(`${proxy.origin}/`)));
  expect(answer).toMatchObject({
    own: `${proxy.origin}/file?X-Signature=abc&to=${proxy.origin}/x`,
    else: "https://cdn.example.com/file",
  });
  // Each origin has its own port, so that signed paths stay the same.
  expect(JSON.parse(await text(await fetched(answer.named)))).toEqual({
    host: new URL(other.url).host,
    url: "/file?sig=1",
  });
  await proxy.close();
  expect(proxy.otherHosts()).toEqual(["https://cdn.example.com"]);
});

test("long JSON passes as it is", async () => {
  const body = JSON.stringify({
    outputs: Array.from({ length: 20_000 }, (_, index) => `${index}`),
  });
  await using service = await serve((_, res) => {
    const bytes = gzipSync(body, { level: 0 });
    res.writeHead(200, {
      ...{ "content-type": "application/json", "content-encoding": "gzip" },
      "content-length": bytes.byteLength,
    });
    res.end(bytes);
  });
  const proxy = await proxyTo(service.url);
  const bytes = await buffer(await fetched(`${proxy.origin}/`));
  expect(gunzipSync(bytes).toString()).toBe(body);
  await proxy.close();
});

test("a stream of JSON arrives line by line if its operation is live", async () => {
  await using service = await serve((_, res) => {
    res.writeHead(200, { "content-type": "application/json" }).write('{"line":1}\n');
    service.server.once("go", () => res.end('{"line":2}\n'));
  });
  const proxy = await proxyTo(service.url);
  const response = await fetched(`${proxy.origin}/live`);
  const [first] = await once(response, "data");
  service.server.emit("go");
  expect([String(first), await text(response)]).toEqual(['{"line":1}\n', '{"line":2}\n']);
  await proxy.close();
});
