import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A message that a receiver got. */
export type Received = { readonly headers: IncomingHttpHeaders; readonly body: string };

/** A receiver's reaction to each message, given the number of earlier ones; by default, it accepts all. */
export type Receive = (response: ServerResponse, before: number) => void;

/** Receives webhooks on a free port until it is disposed of. */
export async function startReceiver(receive: Receive = (response) => void response.end()) {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk) => chunks.push(chunk));
    request.on("end", () => {
      const before = received.length;
      received.push({ headers: request.headers, body: Buffer.concat(chunks).toString() });
      receive(response, before);
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Whether a message is signed with a secret according to Standard Webhooks. */
export function isSigned({ headers, body }: Received, secret: string): boolean {
  const { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": list } = headers;
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const expected = createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64");
  return String(list).split(" ").includes(`v1,${expected}`);
}
