import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "@jest/globals";
import { pipelined } from "../../src/http/listen.ts";
import { gathered } from "../../src/http/request/body-stream.ts";
import { startTestSimulator } from "../support/simulator.ts";

/** Sends bytes to a server, and resolves with everything that it sends before it closes the connection. */
async function answerTo(serve: RequestListener, bytes: string): Promise<string> {
  const server = createServer(serve).listen(0, "127.0.0.1");
  await once(server, "listening");
  const socket = connect((server.address() as AddressInfo).port, "127.0.0.1");
  socket.setEncoding("latin1").write(bytes);
  let answer = "";
  for await (const text of socket) answer += text;
  server.close();
  return answer;
}

const requestFor = (path: string, isLast: boolean): string =>
  `GET ${path} HTTP/1.1\r\nHost: localhost\r\n${isLast ? "Connection: close\r\n" : ""}\r\n`;

test("of many pipelined requests, one is served in each cycle of the event loop, in order", async () => {
  const served: { path: string; cycle: number }[] = [];
  let cycle = 0;
  let immediate = setImmediate(function count() {
    cycle++;
    immediate = setImmediate(count);
  });
  const serve: RequestListener = (req, res) => {
    served.push({ path: req.url ?? "", cycle });
    res.end(`<${req.url}>`);
  };
  const paths = Array.from({ length: 500 }, (_, index) => `/${index}`);
  const requests = paths.map((path, index) => requestFor(path, index === paths.length - 1));
  const answer = await answerTo(pipelined(serve), requests.join(""));
  clearImmediate(immediate);

  expect(answer.match(/<[^>]+>/g)).toEqual(paths.map((path) => `<${path}>`));
  const perCycle = new Map<number, number>();
  for (const each of served) perCycle.set(each.cycle, (perCycle.get(each.cycle) ?? 0) + 1);
  expect(Math.max(...perCycle.values())).toBeLessThanOrEqual(2);
});

test("a cycle of the event loop creates one of many pipelined jobs, although each could end before the next is read", async () => {
  await using sim = await startTestSimulator();
  const body = JSON.stringify({ inputs: ["a"] });
  const create = `POST /batch-inference HTTP/1.1\r\nHost: localhost\r\nAuthorization: Key ${sim.apiKey}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  // Loads what only the first request needs.
  await sim.client.submit({ inputs: ["a"] });
  const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
  let cycles = 0;
  let immediate = setImmediate(function count() {
    cycles++;
    immediate = setImmediate(count);
  });
  socket.setEncoding("latin1").write(create.repeat(300));
  let answer = "";
  for await (const text of socket) {
    answer += text;
    if (answer.split('"job_id"').length > 300) break;
  }
  clearImmediate(immediate);

  expect(answer.match(/HTTP\/1.1 \d+/g)).toEqual(Array(300).fill("HTTP/1.1 200"));
  expect(cycles).toBeGreaterThanOrEqual(300);
});

test("small chunks of a body are read together", async () => {
  const body = "abcde".repeat(4000);
  const chunks = [...body].map((letter) => `1\r\n${letter}\r\n`).join("");
  const head =
    "POST / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n";
  const seen: Uint8Array[] = [];
  await answerTo(async (req, res) => {
    for await (const chunk of gathered(req, "")) seen.push(chunk);
    res.end();
  }, `${head}${chunks}0\r\n\r\n`);

  expect(Buffer.concat(seen).toString()).toBe(body);
  expect(seen.length).toBeLessThan(100);
});
