import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer, type RequestListener, type Server } from "node:http";
import { createServer as createTlsServer } from "node:https";
import {
  type AddressInfo,
  createServer as createTcpServer,
  type Server as TcpServer,
} from "node:net";
import { afterEach } from "@jest/globals";

/** A server for one test, which listens on a free port of this machine until the test ends. */
export type TestServer = { readonly origin: string };

const closers: (() => Promise<void>)[] = [];

afterEach(async () => {
  for (const close of closers.splice(0)) await close();
});

const fixture = (name: string): string =>
  readFileSync(new URL(`../fixtures/${name}`, import.meta.url), "utf8");

/** The certificate of `startTlsServer`, for `localhost` and 127.0.0.1. */
export const TEST_CA = fixture("localhost-cert.pem");

export async function startServer(listener: RequestListener): Promise<TestServer> {
  return listening(createServer(listener), "http:");
}

export async function startTlsServer(listener: RequestListener): Promise<TestServer> {
  const key = fixture("localhost-key.pem");
  return listening(createTlsServer({ key, cert: TEST_CA }, listener), "https:");
}

/** A server that answers each connection with some bytes once it was sent any, and closes it. */
export async function startRawServer(answer: string): Promise<TestServer> {
  return listening(
    createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.once("data", () => socket.end(answer));
    }),
    "http:",
  );
}

async function listening(server: Server | TcpServer, protocol: string): Promise<TestServer> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  // Closing waits for open connections, so a client that leaves one open fails the test.
  closers.push(async () => {
    server.close();
    await once(server, "close");
  });
  return { origin: `${protocol}//127.0.0.1:${port}` };
}
