import { once } from "node:events";
import type { RequestListener } from "node:http";
import { type AddressInfo, createServer, type LookupFunction } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, test } from "@jest/globals";
import { type FetchOptions, fetchToSpool } from "../../../src/input/url/read-url-inputs.ts";
import { leftIn } from "../support/temp-folder.ts";
import {
  startRawServer,
  startServer,
  startTlsServer,
  TEST_CA,
  type TestServer,
} from "../support/test-server.ts";

const OPTIONS: FetchOptions = { maxBytes: 10_000, timeoutMs: 10_000, memoryBytes: 100 };
const SECRET_QUERY = "?X-Amz-Signature=s3cret";

/** The message with which a fetch fails, with `ORIGIN` for the server's address; checks that no files are left. */
async function failureOf(
  server: TestServer,
  path: string,
  options: Partial<FetchOptions> = {},
): Promise<string> {
  let message = "";
  const left = await leftIn(async (tempFolder) => {
    const url = `${server.origin}${path}`;
    const error: unknown = await fetchToSpool(url, { ...OPTIONS, tempFolder, ...options }).catch(
      (e) => e,
    );
    expect(error).toMatchObject({ name: "InputFetchError" });
    message = error instanceof Error ? error.message.replaceAll(server.origin, "ORIGIN") : "";
  });
  expect(left).toEqual([]);
  expect(message).not.toContain("s3cret");
  return message;
}

async function failureFrom(
  listener: RequestListener,
  path = `/a.csv${SECRET_QUERY}`,
  options: Partial<FetchOptions> = {},
): Promise<string> {
  return failureOf(await startServer(listener), path, options);
}

const failed = (problem: string) => `Failed to fetch the input URL ORIGIN/a.csv: ${problem}`;

test.each([
  [403, "the server responded with 403 Forbidden. Check that the URL is still valid."],
  [404, "the server responded with 404 Not Found. Check that the URL is still valid."],
  [
    500,
    "the server responded with 500 Internal Server Error. Try again once the server has recovered.",
  ],
  [599, "the server responded with 599. Try again once the server has recovered."],
  [304, "the server responded with 304 Not Modified."],
])("a status of %d fails", async (status, problem) => {
  const failure = await failureFrom(
    (_, response) => void response.writeHead(status).end("<Error/>"),
  );

  expect(failure).toBe(failed(problem));
});

test("a server that switches to another protocol fails", async () => {
  const head = "HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket";
  const server = await startRawServer(`${head}\r\n\r\n`);

  expect(await failureOf(server, "/a.csv")).toBe(
    failed("the server responded with 101 Switching Protocols."),
  );
});

test("a slow server fails by the time the download may take, whatever it trickles", async () => {
  const silent = await failureFrom(() => {}, undefined, { timeoutMs: 50 });
  const stuck = await failureFrom((_, response) => void response.write("inputs\n"), undefined, {
    timeoutMs: 50,
  });
  const redirecting = await failureFrom(
    (request, response) => {
      if (request.url === "/b") return;
      response.writeHead(302, { location: "/b" }).end();
    },
    undefined,
    { timeoutMs: 50 },
  );

  const late = "the download did not finish within 50ms. Check that the server is fast enough.";
  expect([silent, stuck, redirecting]).toEqual([failed(late), failed(late), failed(late)]);
});

test("a name that never resolves fails by the time too", async () => {
  const failure = await failureOf(await startServer(() => {}), "/a.csv", { timeoutMs: 50 });
  const hanging: LookupFunction = () => {};

  const error: unknown = await fetchToSpool("http://hanging.example/a.csv", {
    ...OPTIONS,
    timeoutMs: 50,
    lookup: hanging,
  }).catch((e) => e);

  expect(String(error)).toBe(
    `InputFetchError: ${failure.replace("ORIGIN", "http://hanging.example")}`,
  );
});

test("an abort ends the fetch at once", async () => {
  const controller = new AbortController();
  const failure = await failureFrom(
    (_, response) => {
      response.write("x".repeat(5000));
      controller.abort();
    },
    undefined,
    { signal: controller.signal },
  );

  expect(failure).toBe(failed("it was canceled."));
  await expect(
    fetchToSpool("http://127.0.0.1:9/a", { ...OPTIONS, signal: AbortSignal.abort() }),
  ).rejects.toThrow("it was canceled.");
});

test.each<[string, RequestListener]>([
  [
    "by its declared length",
    (_, response) => void response.writeHead(200, { "content-length": 10_001 }).write("x"),
  ],
  [
    "while it arrives",
    (_, response) => {
      response.write("x".repeat(6000));
      response.write("x".repeat(6000));
    },
  ],
  [
    "once it is decompressed",
    (_, response) =>
      void response
        .writeHead(200, { "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(5_000_000))),
  ],
])("a file that is too large fails %s", async (_, listener) => {
  const failure = await failureFrom(listener);

  expect(failure).toBe(failed("it exceeds the limit of 9.8 KiB."));
});

test.each<[string, RequestListener, string]>([
  [
    "of a known length",
    (_, response) => {
      response.writeHead(200, { "content-length": 2000 });
      response.write("x".repeat(500), () => response.destroy());
    },
    "the content was cut short (ECONNRESET) after 500 bytes of 2 KiB.",
  ],
  [
    "in chunks",
    (_, response) => void response.write("x".repeat(500), () => response.destroy()),
    "the content was cut short (ECONNRESET) after 500 bytes.",
  ],
  [
    "in gzip",
    (_, response) =>
      void response.setHeader("content-encoding", "gzip").end(gzipSync("inputs").subarray(0, 15)),
    "the content was cut short (Z_BUF_ERROR) after 15 bytes of 15 bytes.",
  ],
])("content %s that is cut short fails", async (_, listener, problem) => {
  expect(await failureFrom(listener)).toBe(failed(problem));
});

test("content that is not in its encoding fails, and so does an unknown encoding", async () => {
  const send =
    (encoding: string): RequestListener =>
    (_, response) => {
      response.setHeader("content-encoding", encoding).end("inputs\nfirst\n");
    };

  expect(await failureFrom(send("gzip"))).toBe(
    failed("the content does not match its Content-Encoding (Z_DATA_ERROR)."),
  );
  expect(await failureFrom(send("br"))).toMatch(
    /the content does not match its Content-Encoding \(ERR_\w+\)\.$/,
  );
  expect(await failureFrom(send("zstd"))).toBe(
    failed("expected the Content-Encoding gzip, deflate, or br, got `zstd`."),
  );
});

test("redirects that don't end fail", async () => {
  let hops = 0;
  const failure = await failureFrom((_, response) => {
    hops += 1;
    response.writeHead(302, { location: `/b${hops}${SECRET_QUERY}` }).end();
  });

  expect(hops).toBe(6);
  expect(failure).toBe(
    "Failed to fetch the input URL ORIGIN/a.csv (redirected to ORIGIN/b5): it redirects more than 5 times.",
  );
});

test.each([
  [
    "http://169.254.169.254/latest/meta-data",
    "Failed to fetch the input URL ORIGIN/a.csv (redirected to http://169.254.169.254/latest/meta-data): `169.254.169.254` is a cloud metadata address, which is refused.",
  ],
  [
    "file:///etc/passwd",
    failed("expected an http or https URL, but it redirects to a URL with the scheme `file:`."),
  ],
  ["http://[nonsense", failed("it redirects to an invalid URL.")],
])("a redirect to %s is refused", async (location, message) => {
  const failure = await failureFrom(
    (_, response) => void response.writeHead(302, { location }).end(),
  );

  expect(failure).toBe(message);
});

test("a name that resolves to a refused address is never connected to", async () => {
  const lookup: LookupFunction = (_name, { all }, callback) =>
    all
      ? callback(null, [{ address: "169.254.169.254", family: 4 }])
      : callback(null, "169.254.169.254", 4);

  const fetching = fetchToSpool("http://rebound.example/a", { ...OPTIONS, lookup });

  await expect(fetching).rejects.toThrow(
    "Failed to fetch the input URL http://rebound.example/a: `rebound.example` resolves to `169.254.169.254`, a cloud metadata address, which is refused.",
  );
});

test("a name that can't be resolved fails", async () => {
  const lookup: LookupFunction = (_name, _options, callback) =>
    callback(Object.assign(new Error("no"), { code: "ENOTFOUND" }), "");

  const fetching = fetchToSpool("http://nowhere.example/a", { ...OPTIONS, lookup });

  await expect(fetching).rejects.toThrow(
    "Failed to fetch the input URL http://nowhere.example/a: its host name can't be resolved (ENOTFOUND). Check the host name.",
  );
});

test("a port without a listener fails", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");

  await expect(fetchToSpool(`http://127.0.0.1:${port}/a`, OPTIONS)).rejects.toThrow(
    `Failed to fetch the input URL http://127.0.0.1:${port}/a: the connection was refused (ECONNREFUSED). Check that a server is listening there.`,
  );
});

test("a connection that closes without an answer fails, and so does an answer that is no HTTP", async () => {
  expect(await failureOf(await startRawServer(""), "/a.csv")).toBe(
    failed("the connection was closed before the server responded (ECONNRESET)."),
  );
  expect(await failureOf(await startRawServer("SSH-2.0-OpenSSH\r\n"), "/a.csv")).toBe(
    failed("the server's response is not valid HTTP (HPE_INVALID_CONSTANT)."),
  );
});

test("a certificate that is not trusted fails, and so does https to a server of http", async () => {
  const answer: RequestListener = (_, response) => void response.end("inputs\n");
  const plain = await startServer(answer);

  expect(await failureOf(await startTlsServer(answer), "/a.csv")).toBe(
    failed(
      "the TLS connection failed (DEPTH_ZERO_SELF_SIGNED_CERT). Check the server's certificate.",
    ),
  );
  const secure = { ...plain, origin: plain.origin.replace("http:", "https:") };
  expect(await failureOf(secure, "/a.csv", { ca: TEST_CA })).toMatch(
    /: the TLS connection failed \(\w+\)\. Check the server's certificate\.$/,
  );
});

test("a folder that can't be written to is a failure of the simulator, not of the fetch", async () => {
  const server = await startServer((_, response) => void response.end("x".repeat(500)));
  const fetched = fetchToSpool(`${server.origin}/a.csv`, {
    ...OPTIONS,
    tempFolder: "/nowhere/at/all",
  });

  await expect(fetched).rejects.toMatchObject({ name: "SimulatorError", code: "SIM_DISK" });
});

test.each([
  [
    "ftp://files.example/a.csv",
    "Failed to fetch the input URL: expected an http or https URL, but it is a URL with the scheme `ftp:`.",
  ],
  ["http://", "Failed to fetch the input URL: it is an invalid URL."],
  ["http://user:s3cret@[::1/?s3cret", "Failed to fetch the input URL: it is an invalid URL."],
])("%s is refused without being named", async (url, message) => {
  await expect(fetchToSpool(url, OPTIONS)).rejects.toThrow(new Error(message));
});

test("credentials and a long path are not shown", async () => {
  const server = await startServer((_, response) => void response.writeHead(403).end());
  const url = `${server.origin.replace("//", "//user:s3cret@")}/${"p".repeat(300)}?s3cret#s3cret`;

  await expect(fetchToSpool(url, OPTIONS)).rejects.toThrow(
    `Failed to fetch the input URL ${server.origin}/${"p".repeat(199)}…: the server responded with 403 Forbidden.`,
  );
});
