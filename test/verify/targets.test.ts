import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "@jest/globals";
import { Redactor } from "../../src/record/redactor.ts";
import { openDocument } from "../../src/simulator/open-document.ts";
import { createSpecs } from "../../src/spec/spec.ts";
import { compare } from "../../src/verify/compare/compare.ts";
import { probesOf } from "../../src/verify/plan/probes.ts";
import { runPlan } from "../../src/verify/run/run-plan.ts";
import { json, serve } from "../record/support.ts";
import { KEY } from "./secret-service.ts";
import { simulate } from "./verified.ts";

type Handler = (req: IncomingMessage, res: ServerResponse) => void;

/** Runs the plan against a service; time passes only while it waits. */
async function run(url: string) {
  const spec = createSpecs(await openDocument([]))({});
  const waits: number[] = [];
  let now = 0;
  const target = {
    ...{ baseUrl: new URL(url), deploymentUrl: new URL(url), apiKey: KEY, now: () => now },
    wait: async (ms: number) => {
      waits.push(ms);
      now += ms;
    },
  };
  const parts = { spec, pace: { pollMs: 5000, timeoutMs: 60_000 }, redactor: new Redactor(spec) };
  const outcome = await runPlan(probesOf(spec, { jobs: 1, isDeep: false }), target, parts);
  return { outcome, waits, spec };
}

/** A service whose reads succeed. */
function service(create: Handler, status: Handler = (_, res) => json(res, {}, 404)): Handler {
  return (req, res) => {
    if (req.method === "POST" && req.url === "/batch-inference") {
      let body = "";
      req.on("data", (chunk) => {
        body += chunk;
      });
      req.on("end", () => {
        if (body.includes("inputs")) create(req, res);
        else json(res, { detail: "No inputs.", errors: [] }, 422);
      });
    } else if (req.url?.startsWith("/job-status/job-1")) status(req, res);
    else if (/results|cancel|no-such-job/.test(req.url ?? "")) json(res, { detail: "No." }, 404);
    else json(res, { authenticated: true });
  };
}

test("an exhausted quota is a sentence with what the service says, without the key", async () => {
  await using target = await serve(
    service((_, res) => json(res, { detail: `Quota of ${KEY} exhausted.` }, 402)),
  );
  const { outcome } = await run(target.url);
  expect(outcome.problem).toBe(
    'The service refused to create a job (status 402), probably because of a quota or a rate limit. Try again later, or create no jobs with `--jobs 0`. The service says: {"detail":"Quota of *** exhausted."}',
  );
  expect(outcome.exchanges.length).toBeGreaterThan(5);
});

test("a job that never ends is a sentence, and polls are paced", async () => {
  await using target = await serve(
    service(
      (_, res) => json(res, { job_id: "job-1" }),
      (_, res) => json(res, { job_status: { "job-1": "RUNNING" } }),
    ),
  );
  const { outcome, waits } = await run(target.url);
  expect(outcome.problem).toBe(
    "After 60 s, the job `job-1` is still `RUNNING`, so the comparison is incomplete. Wait longer with `--timeout`, or create no jobs with `--jobs 0`.",
  );
  expect(waits).toEqual(Array.from({ length: 13 }, () => 5000));
});

test("Retry-After is honored, and a service that stays busy can't be compared", async () => {
  await using target = await serve((_, res) => {
    res.setHeader("retry-after", "7");
    json(res, { detail: "Busy." }, 429);
  });
  const { outcome, waits } = await run(target.url);
  expect(waits).toEqual([7000, 7000, 7000, 7000, 7000]);
  expect(outcome.problem).toMatch(/^`.*` refused the first request with status 429/);
});

test("a wrong path is one sentence, and nothing is created", async () => {
  const requests: string[] = [];
  await using target = await serve((req, res) => {
    requests.push(`${req.method} ${req.url}`);
    json(res, { detail: "Not Found" }, 404);
  });
  const { outcome } = await run(`${target.url}/wrong`);
  expect(outcome.problem).toBe(
    `\`${target.url}/wrong\` serves none of this API's operations: every request failed, the first (\`GET /wrong/try-authentication\`) with status 404. Check the path in \`--against\`.`,
  );
  expect(outcome.exchanges).toEqual([]);
  expect(requests.filter((each) => each === "POST /wrong/batch-inference")).toHaveLength(1);
});

test("a page is one sentence, and no call is compared", async () => {
  await using target = await serve(
    (_, res) => void res.writeHead(200, { "content-type": "text/html" }).end("<h1>Hi</h1>"),
  );
  const { outcome } = await run(target.url);
  expect(outcome.problem).toMatch(/responded with an HTML page/);
  expect(outcome.exchanges).toEqual([]);
});

test("the key goes to no other host: redirects are not followed", async () => {
  const seen: string[] = [];
  await using other = await serve((req, res) => {
    seen.push(String(req.headers.authorization));
    json(res, {});
  });
  await using target = await serve((req, res) => {
    if (req.url === "/get-quotas") res.writeHead(307, { location: `${other.url}/x` }).end();
    else service((_, answer) => json(answer, { detail: "No." }, 402))(req, res);
  });
  await run(target.url);
  expect(seen).toEqual([]);
});

test("a connection that breaks off and a server's failure say nothing about the interface", async () => {
  await using target = await serve((req, res) => {
    if (req.url === "/get-quotas") req.socket.destroy();
    else if (req.url === "/list-datasets") json(res, { detail: "Sorry." }, 500);
    else service((_, answer) => json(answer, { detail: "No." }, 402))(req, res);
  });
  const { outcome, spec } = await run(target.url);
  const simulator = await simulate({});
  const found = compare(outcome.exchanges, simulator.exchanges, spec);
  expect(
    found
      .filter(({ kind }) => kind === "unclear")
      .map(({ operationId, service: status }) => [operationId, status]),
  ).toEqual([
    ["getQuotas", "no response"],
    ["listDatasets", "500"],
    ["createJob", "402"],
  ]);
});

test("a create request that the service doesn't understand is a sentence, and the job isn't compared", async () => {
  await using target = await serve(service((_, res) => json(res, { detail: "Add a model." }, 422)));
  const { outcome } = await run(target.url);
  expect(outcome.problem).toBe(
    `The service refused to create a job (status 422), so the comparison is incomplete. Use an overlay to correct the create request's example, or create no jobs with \`--jobs 0\`. The service says: {"detail":"Add a model."}`,
  );
});
