import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import express from "express";
import { listen } from "../../src/http/listen.ts";

const REQUEST = "GET / HTTP/1.1\r\nhost: localhost\r\n";

async function open(origin: string): Promise<Socket> {
  const socket = connect({ port: Number(new URL(origin).port), host: "127.0.0.1" });
  await once(socket, "connect");
  return socket;
}

test("connections that had carried a request are cut off, and others respond to their first one", async () => {
  const app = express();
  app.get("/", (_req, res) => void res.send("here"));
  const endpoint = { host: "127.0.0.1", port: 0, tls: undefined };
  const { origin, cutOff, close } = await listen(app, endpoint);
  try {
    const used = await open(origin);
    used.write(`${REQUEST}\r\n`);
    await once(used, "data");
    const fresh = await open(origin);
    const begun = await open(origin);
    begun.write(REQUEST);
    // The server accepts connections in order.
    const last = await open(origin);
    last.write(`${REQUEST}\r\n`);
    await once(last, "data");
    await Promise.all([once(used, "close"), once(last, "close"), cutOff(0)]);
    fresh.write(`${REQUEST}connection: close\r\n\r\n`);
    begun.write("connection: close\r\n\r\n");
    for (const socket of [fresh, begun])
      expect(await text(socket)).toMatch(/^HTTP\/1\.1 200 OK\r\n[\s\S]*here$/);
  } finally {
    await close();
  }
});
