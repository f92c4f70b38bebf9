import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

/** More than the buffers of both ends hold. */
const BODY_BYTES = 24 * 1024 ** 2;

test("a client that sends all of a rejected body before it reads gets the response, and then the end", async () => {
  await using sim = await startTestSimulator({ maxBodyBytes: 1000 });
  const { hostname, port, pathname } = new URL(sim.baseUrl);
  const head = [
    `POST ${pathname}batch-inference HTTP/1.1`.replace("//", "/"),
    ...[`Host: ${hostname}`, `Authorization: Key ${sim.apiKey}`, "Connection: close"],
    ...["Content-Type: application/json", `Content-Length: ${BODY_BYTES}`, "", ""],
  ].join("\r\n");
  const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
  socket.pause();
  socket.write(head);
  await new Promise<void>((resolve, reject) => {
    socket.once("error", reject);
    socket.once("close", () => reject(new Error("The connection was closed.")));
    socket.write(Buffer.alloc(BODY_BYTES, " "), (error) => (error ? reject(error) : resolve()));
  });
  let text = "";
  socket.setEncoding("utf8").on("data", (part: string) => {
    text += part;
  });
  socket.resume();
  await once(socket, "end");
  expect(text).toMatch(/^HTTP\/1.1 413 /);
  expect(text).toContain("Expected a body of at most 1000 bytes, got a larger one.");
  socket.destroy();
});
