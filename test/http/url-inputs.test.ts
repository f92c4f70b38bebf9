import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "@jest/globals";
import { parquetOf } from "../support/parquet.ts";
import { startTestSimulator } from "../support/simulator.ts";

/** Runs with a file server; returns the failure_reason of a job whose input URL is a path of it. */
async function reasonFor(
  listener: RequestListener,
  path: string,
  options: { fetchTimeoutMs?: number; maxDownloadBytes?: number; columnName?: string } = {},
): Promise<unknown> {
  const { columnName, ...simOptions } = options;
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  try {
    await using sim = await startTestSimulator(simOptions);
    const column = columnName === undefined ? {} : { column_name: columnName };
    const jobId = await sim.client.submit({ inputs: origin + path, job_priority: 1, ...column });
    expect(await sim.client.follow(jobId)).toEqual(["QUEUED", "STARTING", "FAILED"]);
    const { failure_reason } = (await sim.client.job(jobId)) as {
      failure_reason: { message: string };
    };
    return failure_reason.message.replace(origin, "<origin>");
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

const sending =
  (body: string | Buffer, contentType: string, status = 200): RequestListener =>
  (_req, res) => {
    res.writeHead(status, { "content-type": contentType });
    res.end(body);
  };

test("a URL that answers 403 fails the job, and its signature is told to nobody", async () => {
  const reason = await reasonFor(
    sending("<Error/>", "application/xml", 403),
    "/rows.csv?X-Signature=secret",
  );
  expect(reason).toMatch(
    /^Failed to fetch the input URL <origin>\/rows\.csv: the server responded with 403 Forbidden\./,
  );
  expect(reason).not.toContain("secret");
});

test("a text file, a page of HTML and a truncated Parquet file each fail the job by name", async () => {
  expect(await reasonFor(sending("a\nb\n", "text/plain"), "/rows.txt")).toMatch(
    /rows\.txt.*CSV.*Parquet/s,
  );
  expect(
    await reasonFor(sending("<!doctype html><title>Sign in</title>", "text/html"), "/rows.csv"),
  ).toMatch(/HTML page/);
  const whole = await parquetOf({ inputs: ["a", "b"] });
  expect(
    await reasonFor(
      sending(whole.subarray(0, whole.length - 9), "application/octet-stream"),
      "/rows.parquet",
    ),
  ).toMatch(/Failed to read the (Parquet )?file .*/);
});

test("a CSV that isn't UTF-8 fails the job, even if the invalid byte comes late", async () => {
  const rows = Buffer.from(`inputs\n${"ok\n".repeat(50_000)}caf\xe9\n`, "latin1");
  expect(await reasonFor(sending(rows, "text/csv"), "/rows.csv")).toMatch(
    /^Failed to read the CSV file .*rows\.csv: it is not valid UTF-8 after ".*caf"\. Save it as UTF-8\.$/,
  );
});

test("a missing column fails the job, naming the columns that there are", async () => {
  const csv = sending("text,label\nfirst,1\n", "text/csv");
  expect(await reasonFor(csv, "/rows.csv", { columnName: "texts" })).toMatch(/`texts`.*`text`/s);
});

test("a server that doesn't answer in time, or sends too much, fails the job", async () => {
  expect(await reasonFor(() => {}, "/rows.csv", { fetchTimeoutMs: 50 })).toMatch(
    /50 ?ms|in time|timed out/i,
  );
  expect(
    await reasonFor(sending(`inputs\n${"x\n".repeat(2000)}`, "text/csv"), "/rows.csv", {
      maxDownloadBytes: 1000,
    }),
  ).toMatch(/1000 bytes|1,000 bytes/);
});

test.each([
  ["169.254.169.254", "`169.254.169.254` is a cloud metadata address, which is refused."],
  ["[::a9fe:a9fe]", "`::a9fe:a9fe` is an IPv4-compatible address, which is refused."],
  ["[64:ff9b:1::a9fe:a9fe]", "`64:ff9b:1::a9fe:a9fe` is a local NAT64 address, which is refused."],
])("nothing is fetched from %s", async (host, reason) => {
  await using sim = await startTestSimulator();
  const inputs = `http://${host}/latest/rows.csv`;
  const jobId = await sim.client.submit({ inputs, job_priority: 1 });
  await sim.client.follow(jobId);
  expect((await sim.client.job(jobId))["failure_reason"]).toEqual({
    message: `Failed to fetch the input URL ${inputs}: ${reason}`,
  });
});
