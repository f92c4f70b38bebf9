import { once } from "node:events";
import { connect } from "node:net";
import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

test("a URL whose host name no resolver takes fails its job, and nothing else", async () => {
  await using sim = await startTestSimulator();
  const inputs = `http://${"a".repeat(300)}/rows.csv`;
  const jobId = await sim.client.submit({ inputs, job_priority: 1 });
  expect(await sim.client.follow(jobId)).toContain("FAILED");
  expect((await sim.client.job(jobId))["failure_reason"]).toEqual({
    message: expect.stringContaining("Failed to fetch the input URL"),
  });
  expect(await sim.client.follow(await sim.client.submit({ inputs: ["a"] }))).toContain(
    "SUCCEEDED",
  );
});

test("a job is created when its request is whole: nothing happens in the past", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const { port } = new URL(sim.baseUrl);
  const body = JSON.stringify({ inputs: ["a"] });
  const socket = connect(Number(port), "127.0.0.1");
  const head = `POST /batch-inference HTTP/1.1\r\nhost: localhost\r\nauthorization: Key ${sim.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(head + body.slice(0, 5));
  await sim.client.json("GET", "/list-jobs");
  await sim.clock.advance("1h");
  socket.write(body.slice(5));
  await once(socket, "data");
  socket.destroy();
  const { body: list } = await sim.client.json<{
    jobs: { status: string; datetime_created: string }[];
  }>("GET", "/list-jobs");
  expect(list.jobs).toMatchObject([
    { status: "QUEUED", datetime_created: "2030-01-01T01:00:00.000Z" },
  ]);
});

test("a client that disconnects in the middle of its request is not a failure of the simulator", async () => {
  await using sim = await startTestSimulator();
  const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
  socket.write(
    `POST /batch-inference HTTP/1.1\r\nhost: localhost\r\nauthorization: Key ${sim.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 100\r\n\r\n{"inp`,
  );
  await sim.client.json("GET", "/list-jobs");
  socket.destroy();
  await sim.control.journal.wait({ operation: "createJob" }, { timeout: "5m" });
  expect(sim.allExchanges.filter(({ operationId }) => operationId === "createJob")).toMatchObject([
    { end: "aborted" },
  ]);
});

test.each(["json", "csv", "parquet"])(
  "a failure before the first byte of a %s download is told by its status",
  async (format) => {
    const sim = await startTestSimulator({
      scenario: "instant",
      output: () => {
        throw new TypeError("broken");
      },
    });
    const jobId = await sim.client.submit({ inputs: ["a"] });
    const response = await sim.client.results(jobId, { result_format: format });
    await sim.close();
    expect([response.status, response.headers.get("x-sim-error")]).toEqual([500, "SIM_OPTION"]);
  },
);

test("requests that wait for their turn on a connection end with it: each is in the journal, once", async () => {
  await using sim = await startTestSimulator({
    yaml: "faults: [{ name: first-hangs, on: listJobs, times: 1, hang: true }]",
  });
  const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
  const head = `GET /list-jobs HTTP/1.1\r\nhost: localhost\r\nauthorization: Key ${sim.apiKey}\r\n\r\n`;
  socket.write(head.repeat(3));
  await sim.client.json("GET", "/get-quotas");
  socket.destroy();
  await sim.control.journal.wait({ operation: "listJobs" }, { count: 3, timeout: "5m" });
  const ends = sim.exchanges().filter(({ operationId }) => operationId === "listJobs");
  expect(ends.map(({ end }) => end)).toEqual(["aborted", "aborted", "aborted"]);
  expect(new Set(ends.map(({ id }) => id)).size).toBe(3);
});

test("a client that leaves while its pipelined requests wait causes no failure", async () => {
  await using sim = await startTestSimulator();
  const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
  const body = '{"inputs":["a"]}';
  const head = `POST /batch-inference HTTP/1.1\r\nhost: localhost\r\nauthorization: Key ${sim.apiKey}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
  socket.write(`${head}${body}`.repeat(50));
  await once(socket, "data");
  socket.destroy();
  await once(socket, "close");
  // Each request takes a turn, so requests that were still waiting have had theirs by then.
  for (let polls = 0; polls < 60; polls++) await sim.client.json("GET", "/list-jobs");
  expect(sim.allExchanges.filter(({ simError }) => simError !== undefined)).toEqual([]);
});

test("twelve pipelined requests cause no warning", async () => {
  const warnings: string[] = [];
  const onWarning = ({ message }: Error): void => void warnings.push(message);
  process.on("warning", onWarning);
  await using sim = await startTestSimulator();
  const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
  const head = `GET /list-jobs HTTP/1.1\r\nhost: localhost\r\nauthorization: Key ${sim.apiKey}\r\n\r\n`;
  socket.write(head.repeat(12));
  await sim.control.journal.wait({ operation: "listJobs" }, { count: 12, timeout: "5m" });
  socket.destroy();
  process.off("warning", onWarning);
  expect(warnings).toEqual([]);
});

test.each(["POST /_sim/journal/wait", "PUT /_sim/files/a", "POST /_sim/ui/login"])(
  "%s without the rest of its body is not a failure of the simulator",
  async (start) => {
    // An unexpected notice fails the test.
    await using sim = await startTestSimulator();
    const socket = connect(Number(new URL(sim.baseUrl).port), "127.0.0.1");
    socket.write(
      `${start} HTTP/1.1\r\nhost: localhost\r\nauthorization: Key ${sim.apiKey}\r\ncontent-type: application/json\r\ncontent-length: 10\r\nexpect: 100-continue\r\n\r\n{`,
    );
    await once(socket, "data");
    socket.destroy();
    await once(socket, "close");
  },
);
