import { ServerResponse } from "node:http";
import { connect as connectSocket } from "node:net";
import { text } from "node:stream/consumers";
import { expect, jest, test } from "@jest/globals";
import request from "supertest";
import type { SimulatorErrorCode } from "../src/core/simulator-error-table.ts";
import type { InspectRequest } from "../src/generate/schemas/schema-opener.ts";
import { schemaErrors } from "../src/generate/schemas/worker-pool.ts";
import { BodyMemory } from "../src/http/request/body-stream.ts";
import { connect, expectNoFindings, type SimulatorOptions, startSimulator } from "../src/index.ts";
import { RowFile } from "../src/input/row-file.ts";
import { Spool } from "../src/input/spool.ts";
import { packageFile } from "../src/simulator/package-file.ts";
import { GuardedWorker } from "../src/workers/guarded-worker.ts";
import { type Answer, answerOf } from "./support/client.ts";
import { startTestSimulator, type TestOptions, type TestSimulator } from "./support/simulator.ts";

/** An error as its reader sees it, in process or as problem+json. */
type Seen = { readonly code: unknown; readonly message: unknown };

/** A way to trigger an error, and its whole message; `<…>` replaces the parts that differ between runs. */
type Case = { readonly trigger: () => Promise<Seen>; readonly message: string };

async function rejected(promise: Promise<unknown>): Promise<Seen> {
  const error = await promise.then(
    () => new Error("Expected a rejection."),
    (reason: unknown) => reason,
  );
  return error as Error & { code: unknown };
}

function notStarted(options: SimulatorOptions): Promise<Seen> {
  return rejected(startSimulator(options));
}

/** Triggers an error with a running simulator, which is closed before the error is checked. */
async function running(
  act: (sim: TestSimulator) => Promise<Seen>,
  options: TestOptions = {},
): Promise<Seen> {
  await using sim = await startTestSimulator(options);
  return await act(sim);
}

async function problem(url: string, headers: Record<string, string> = {}): Promise<Seen> {
  return seen(await answerOf(await fetch(url, { headers })));
}

/** Sends only the beginning of a body. */
async function stalledUpload(baseUrl: string, line: string): Promise<Seen> {
  const socket = connectSocket(Number(new URL(baseUrl).port), "127.0.0.1");
  socket.write(
    `${line} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Key a\r\nContent-Length: 9\r\n\r\n{`,
  );
  const body = (await text(socket)).split("\r\n\r\n")[1] ?? "";
  return seen({ body: JSON.parse(body) } as Answer);
}

function seen({ body }: Answer): Seen {
  const { code, detail } = body as Record<string, unknown>;
  return { code, message: detail };
}

const CASES: Readonly<Record<SimulatorErrorCode, Case>> = {
  SIM_OPTION: {
    trigger: () => notStarted({ port: 70_000 }),
    message: "Expected `port` to be a port from 0 to 65535, got `70000` (number).",
  },
  SIM_SCENARIO: {
    trigger: () => notStarted({ scenario: "happy-pth" }),
    message:
      "Failed to find the scenario `happy-pth`: no built-in scenario has this name. Did you mean `happy-path`?",
  },
  SIM_OVERLAY: {
    trigger: () => notStarted({ overlays: ["strct"] }),
    message:
      "Failed to find the overlay `strct`: no shipped overlay has that name. Did you mean `strict`?",
  },
  SIM_PORT: {
    trigger: () => running(({ baseUrl }) => notStarted({ port: Number(new URL(baseUrl).port) })),
    message:
      "Failed to listen on 127.0.0.1:<port>: port <port> is in use. Choose another, or 0 for any free port.",
  },
  SIM_TLS: {
    trigger: () => notStarted({ tls: { cert: "no certificate", key: "no key" } }),
    message:
      "Failed to use the TLS certificate and key: <OpenSSL's reason>. Pass both in PEM format.",
  },
  SIM_ARGUMENT: {
    trigger: () => rejected(Promise.resolve().then(() => connect("localhost:4010"))),
    message: "Expected the simulator's URL, such as `http://127.0.0.1:4010`, got `localhost:4010`.",
  },
  SIM_BODY_SIZE: {
    trigger: () =>
      running(
        ({ controlUrl }) =>
          rejected(connect(controlUrl ?? "").files.put("rows.csv", "x".repeat(101))),
        { maxBodyBytes: 100 },
      ),
    message:
      "Expected the body to be at most 100 bytes long, got more. Send a smaller body, or raise `maxBodyBytes`.",
  },
  SIM_SCHEMA_LIMIT: {
    trigger: schemaLimit,
    message:
      "Failed to compile the JSON Schema: it needs more than <limit> MiB of memory. This limit is batch-sim's, not the service's. Send a simpler schema.",
  },
  SIM_HOST: {
    trigger: () =>
      running(async ({ baseUrl }) => {
        const { body } = await request(baseUrl).get("/healthz").set("Host", "sim.test");
        return { code: body.code, message: body.detail };
      }),
    message:
      "Failed to serve a request to the host `sim.test`: the simulator serves only loopback names (such as `localhost`), the address it listens on, and the hosts in `allowedHosts`, so that other sites' pages can't reach it. If your client uses this host, start the simulator with `--allow-host`.",
  },
  SIM_CROSS_SITE: {
    trigger: () =>
      running(({ controlUrl }) =>
        problem(`${controlUrl}/health`, { "sec-fetch-site": "cross-site" }),
      ),
    message:
      "Rejected a control request from a page of another site (`sec-fetch-site: cross-site`). Send it from a program or from one of the simulator's own pages.",
  },
  SIM_REQUEST_TIMEOUT: {
    trigger: () =>
      running(({ baseUrl }) => stalledUpload(baseUrl, "PUT /_sim/scenario"), {
        requestTimeoutMs: 20,
      }),
    message:
      "Failed to read the request's body: nothing arrived for 20ms. Send it without long pauses, or raise `requestTimeoutMs` (`--request-timeout`).",
  },
  SIM_DISK: {
    trigger: () => rejected(new Spool(new RowFile("/nowhere"), 0).write(Buffer.from("a"))),
    message:
      "Failed to write a temporary file to `/nowhere`: no such file or directory (ENOENT). Free up space there, or set `TMPDIR` to a writable folder.",
  },
  SIM_STORE: {
    trigger: () => rejected(startSimulator({ store: "/nowhere/sim.db" })),
    message:
      "Failed to open the store `/nowhere/sim.db`: its folder does not exist. Create the folder, or choose another file.",
  },
  SIM_MEMORY: {
    trigger: () =>
      running(
        async ({ control }) => {
          await control.files.put("large.csv", "x".repeat(200_000));
          return rejected(control.files.put("more.csv", "x"));
        },
        { maxSandboxBytes: 200_000, onNotice: () => {} },
      ),
    message:
      "Failed to create another job, file, or dataset: the sandboxes' total memory is limited to 195.3 KiB (`maxSandboxBytes`, `--max-sandbox-bytes`). Raise the limit, or reset or delete sandboxes.",
  },
  SIM_BUSY: {
    trigger: () => rejected(new BodyMemory(1).hold(twoBytes(), () => {}).next()),
    message:
      "Failed to read the body: the bodies being read would exceed the memory limit of 1 byte. Send fewer large bodies at once.",
  },
  SIM_CONTROL_KEY: {
    trigger: () => running(({ controlUrl }) => problem(`${controlUrl}/clock`)),
    message:
      "Failed to identify the sandbox: The `Authorization` header is missing. Send the header `Authorization: Key <API_KEY>`. The key selects the sandbox.",
  },
  SIM_CONTROL_TOKEN: {
    trigger: () =>
      running(({ controlUrl }) => rejected(connect(controlUrl ?? "").clock.read()), {
        controlToken: "secret",
      }),
    message:
      "Failed to authorize the request: the control token is missing. Send the simulator's `controlToken` in the header `x-sim-control-token`.",
  },
  SIM_CONTROL_ROUTE: {
    trigger: () => running(({ controlUrl }) => problem(`${controlUrl}/clok`)),
    message:
      "Failed to find a route for GET `/_sim/clok`. Did you mean GET /_sim/clock? /_sim/openapi.json lists all routes.",
  },
  SIM_CONTROL_METHOD: {
    trigger: () => running(({ controlUrl }) => problem(`${controlUrl}/reset`)),
    message: "Failed to find a route for GET `/_sim/reset`. Use POST.",
  },
  SIM_UNREACHABLE: {
    trigger: () => running((sim) => rejected(connect(sim.baseUrl).health()), { control: false }),
    message:
      "Failed to reach the control API at http://127.0.0.1:<port>/_sim/health: it responded with 404. Check the URL, and that the simulator was not started with `--no-control`.",
  },
  SIM_UNKNOWN_JOB: {
    trigger: () => running(({ control }) => rejected(control.jobs.get("job-1"))),
    message:
      "Failed to find job `job-1`: the sandbox `3d5df6d6ec533068` has no job with that ID. Number of jobs in the sandbox: 0.",
  },
  SIM_UNKNOWN_FAULT: {
    trigger: () => running(({ control }) => rejected(control.faults.remove("outage"))),
    message:
      "Failed to find the fault rule `outage`: no rule has that name. The sandbox has no fault rules.",
  },
  SIM_UNKNOWN_SANDBOX: {
    trigger: () =>
      running(async ({ control }) => {
        const box = await control.sandbox();
        await box.control.delete();
        return rejected(box.control.jobs.list());
      }),
    message:
      "Failed to find the API key's sandbox: the key is not accepted, or its sandbox was deleted, or dropped because it was the least recently used. Create a new sandbox, or raise `maxSandboxes` or `maxSandboxBytes`.",
  },
  SIM_SANDBOX_NAME: {
    trigger: () =>
      running(async ({ control }) => {
        await using _box = await control.sandbox({ name: "mine" });
        return await rejected(control.sandbox({ name: "mine" }));
      }),
    message:
      "Expected `name` to be unused, got `mine`, the name of another sandbox. Delete that sandbox, set `replace: true` to replace it, or choose another name.",
  },
  SIM_SANDBOX_KEPT: {
    trigger: () => running(({ control }) => rejected(control.delete())),
    message:
      "Failed to delete the sandbox `3d5df6d6ec533068`: the simulator was started with its key. Reset the sandbox instead.",
  },
  SIM_NO_REQUESTS: {
    trigger: () =>
      running(async ({ control }) => {
        await using box = await control.sandbox({ name: "mine" });
        return await rejected(expectNoFindings(box));
      }),
    message:
      "Expected at least one request, but the sandbox `mine` received none. Check the client's base URL and API key. If you expect no requests, pass `allowNoRequests: true`.",
  },
  SIM_NOT_REACHED: {
    trigger: () =>
      running(
        async ({ client, control }) => {
          const jobId = await client.submit({ inputs: ["a"] });
          return rejected(control.clock.advanceUntil({ jobId, state: "failed" }));
        },
        { clock: "manual" },
      ),
    message:
      "Failed to advance until job `job-bf594bfb-b76f-8fdb-879c-bba67966a14d` is `failed`: it is `queued`, and doesn't reach that state on its own within 30d. Increase `within`, or force the state.",
  },
  SIM_TIMEOUT: {
    trigger: () => running(({ control }) => rejected(control.journal.wait({}, { timeout: "1ms" }))),
    message:
      "Failed to wait for an exchange that matches `{}`: 0 matched within 1ms. Check the journal for what arrived instead, or increase `timeout`.",
  },
  SIM_BUG: {
    trigger: bug,
    message: "broken",
  },
};

/**
 * A value of a schema that doubles with each of 60 definitions needs more memory than this worker gets. Filling the usual
 * memory takes seconds: test/http/structured-outputs.test.ts does that over HTTP.
 */
async function schemaLimit(): Promise<Seen> {
  const levels = Array.from({ length: 60 }, (_, level) => {
    const next = { $ref: `#d${level + 1}` };
    const properties = { a: next, b: next };
    return [
      `d${level}`,
      { $anchor: `d${level}`, type: "object", properties, required: ["a", "b"] },
    ];
  });
  const $defs = Object.fromEntries([...levels, ["d60", { $anchor: "d60", type: "integer" }]]);
  const worker = new GuardedWorker({
    file: packageFile("dist", "schema-worker.cjs"),
    data: { maxSteps: 1e9 },
    limits: { hungAfterMs: 60_000, megabytes: 16 },
  });
  const request: InspectRequest = { kind: "inspect", schema: { $ref: "#d0", $defs }, path: "" };
  return await rejected(worker.ask(request, schemaErrors("compile"))).finally(() => worker.close());
}

/** No request triggers a known bug, so this breaks one of Node's functions for one call. */
async function bug(): Promise<Seen> {
  const sim = await startTestSimulator();
  jest.spyOn(ServerResponse.prototype, "writeHead").mockImplementationOnce(() => {
    throw new RangeError("broken");
  });
  const found = seen(await sim.client.create({ inputs: ["a"] }));
  await expect(sim[Symbol.asyncDispose]()).rejects.toThrow("the simulator failed: SIM_BUG");
  return found;
}

const ENTRIES = Object.entries(CASES);

test.each(ENTRIES)("%s is triggered, and its message says what to do", async (code, each) => {
  const { code: seenCode, message } = await each.trigger();
  expect(seenCode).toBe(code);
  expect(String(message)).toMatch(patternOf(each.message));
});

test("no message begins with the program's name: the command line puts it there", () => {
  for (const [, { message }] of ENTRIES) expect(message).not.toMatch(/^batch-sim/);
});

function patternOf(message: string): RegExp {
  const literal = message.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&");
  return new RegExp(`^${literal.replace(/<(port|limit|OpenSSL's reason)>/g, ".+")}$`);
}

async function* twoBytes(): AsyncGenerator<Uint8Array> {
  yield new Uint8Array(2);
}
