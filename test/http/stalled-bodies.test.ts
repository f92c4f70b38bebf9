import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { idleLimited } from "../../src/http/request/body-stream.ts";
import { startTestSimulator } from "../support/simulator.ts";

test("a body that stops arriving is answered with 408, and its connection is closed", async () => {
  await using sim = await startTestSimulator({ requestTimeoutMs: 20 });
  const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
  socket.write(
    `POST /batch-inference HTTP/1.1\r\nHost: localhost\r\nAuthorization: Key ${sim.apiKey}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{"inputs": [`,
  );
  const [head = "", body = ""] = (await text(socket)).split("\r\n\r\n");
  expect(head.split("\r\n")[0]).toBe("HTTP/1.1 408 Request Timeout");
  expect(head.toLowerCase()).toContain("\r\nx-sim-error: sim_request_timeout");
  expect(JSON.parse(body)).toMatchObject({ status: 408, code: "SIM_REQUEST_TIMEOUT" });
  expect(sim.exchanges()).toMatchObject([{ simError: "SIM_REQUEST_TIMEOUT", end: "finished" }]);
  expect((await sim.client.json<{ jobs: unknown[] }>("GET", "/list-jobs")).body.jobs).toEqual([]);
});

/** Pieces and a timer that the test controls. */
function slowBody(): {
  readonly body: AsyncGenerator<Uint8Array>;
  readonly receive: (piece: string | undefined) => Promise<void>;
  readonly timers: Set<() => void>;
  bytesRead: number;
  readonly setTimer: (run: () => void, delayMs: number) => () => void;
} {
  const waiting: ((piece: string | undefined) => void)[] = [];
  async function* pieces(): AsyncGenerator<Uint8Array> {
    for (;;) {
      const piece = await new Promise<string | undefined>((resolve) => waiting.push(resolve));
      if (piece === undefined) return;
      yield Buffer.from(piece);
    }
  }
  const timers = new Set<() => void>();
  return {
    body: pieces(),
    receive: async (piece) => {
      await setImmediate();
      waiting.shift()?.(piece);
      await setImmediate();
    },
    timers,
    bytesRead: 0,
    setTimer: (run, delayMs) => {
      expect(delayMs).toBe(1000);
      const once = (): void => {
        timers.delete(once);
        run();
      };
      timers.add(once);
      return () => void timers.delete(once);
    },
  };
}

test("a body that is slow but steady is read, however long that takes", async () => {
  const slow = slowBody();
  const { body, receive, timers, setTimer } = slow;
  const limited = idleLimited(body, { idleMs: 1000, bytesRead: () => slow.bytesRead, setTimer });
  const whole = (async () => {
    const found: string[] = [];
    for await (const piece of limited) found.push(Buffer.from(piece).toString());
    return found.join("");
  })();
  for (const piece of ["a", "b", "c"]) {
    await receive(piece);
    expect(timers.size).toBe(1);
  }
  // The received bytes may not be enough for a decoder's first output.
  for (let time = 0; time < 3; time++) {
    slow.bytesRead++;
    for (const expire of [...timers]) expire();
    expect(timers.size).toBe(1);
  }
  await receive(undefined);
  expect(await whole).toBe("abc");
  expect(timers.size).toBe(0);
});

test("time counts only while data is awaited", async () => {
  const { body, receive, timers, setTimer } = slowBody();
  const limited = idleLimited(body, { idleMs: 1000, bytesRead: () => 0, setTimer });
  const first = limited.next();
  await receive("a");
  await first;
  expect(timers.size).toBe(0);
  const second = limited.next();
  for (const expire of [...timers]) expire();
  await expect(second).rejects.toThrow("nothing arrived for 1s");
});
