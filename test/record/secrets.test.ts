import { expect, test } from "@jest/globals";
import { traceText } from "../../src/control/shared/trace-text.ts";
import { json, serve, startRecording } from "./support.ts";

/** Secrets as a client and a service send them, by the place where they are. */
const SECRETS = {
  key: "sk-live-1f0c6a7be2",
  otherHeader: "tok-77aa88bb99",
  cookie: "c00kie-5e55i0n",
  basic: "hunter2hunter2",
  newCookie: "fresh-c00kie-11",
  query: "query-secret-31337",
  signature: "deadbeefcafe0123",
  location: "loc4tion-signature",
  password: "p4ssw0rd-in-url",
  customer: "cust_8842",
  repeated: "sk-live-1f0c6a7be2",
} as const;

/** Inputs and outputs, which are not kept either. */
const CONTENT = [
  "My input, which is private",
  "You are a private prompt",
  "A private output",
  "A field of ours",
  "private name",
];

async function play(): Promise<{ texts: string; secretsSeen: string[] }> {
  const seen: string[] = [];
  await using service = await serve(async (req, res) => {
    seen.push(JSON.stringify([req.url, req.headers]));
    for await (const chunk of req) seen.push(String(chunk));
    res.setHeader("set-cookie", `sid=${SECRETS.newCookie}; Path=/; HttpOnly`);
    if (req.method === "POST" && req.url?.startsWith("/batch-inference?"))
      json(
        res,
        { detail: `Bad input "${CONTENT[0]}" of ${SECRETS.customer}, key ${SECRETS.key}.` },
        422,
      );
    else if (req.method === "POST") json(res, { job_id: "job-1" });
    else if (req.url?.includes("/results"))
      json(res, { outputs: [CONTENT[2], ""], next: `${SECRETS.customer}` });
    else if (req.url?.startsWith("/list-jobs"))
      res
        .writeHead(302, {
          location: `https://cdn.example.com/f?X-Amz-Signature=${SECRETS.location}`,
        })
        .end();
    else
      json(res, {
        job: {
          ...{ job_id: "job-1", status: "SUCCEEDED", num_rows: 2, name: CONTENT[4] },
          url: `https://user:${SECRETS.password}@cdn.example.com/x?sig=${SECRETS.signature}`,
        },
      });
  });
  const recording = await startRecording(service.url, { redact: [/cust_\d+/g] });
  const headers = {
    authorization: `Key ${SECRETS.key}`,
    "x-access-token": SECRETS.otherHeader,
    cookie: `a=1; session=${SECRETS.cookie}`,
    "proxy-authorization": `Basic ${Buffer.from(`me:${SECRETS.basic}`).toString("base64")}`,
    "content-type": "application/json",
  };
  const body = JSON.stringify({
    ...{ inputs: [CONTENT[0], "x"], system_prompt: CONTENT[1], metadata: { note: CONTENT[3] } },
    callback: `https://x.example.com/?token=${SECRETS.repeated}`,
  });
  const send = (path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(recording.baseUrl + path, { headers, redirect: "manual", ...init });
  await send(`/batch-inference?api_key=${SECRETS.query}`, { method: "POST", body });
  await send("/batch-inference", { method: "POST", body });
  await send(`/jobs/job-1?customer=${SECRETS.customer}`);
  await send("/jobs/job-1/results?result_format=json");
  await send("/list-jobs");
  const files = await recording.end();
  const command = files.clean(["client", "--key", SECRETS.key, SECRETS.customer]);
  const texts = [
    traceText(files),
    JSON.stringify(files.report),
    files.scenario ?? "",
    JSON.stringify([files.notes, command]),
  ].join("\n");
  return { texts, secretsSeen: seen };
}

test("no secret that was sent, and no input or output, is in what is written", async () => {
  const { texts, secretsSeen } = await play();
  // The service did receive the client's secrets.
  for (const name of ["key", "otherHeader", "cookie", "query"] as const)
    expect(secretsSeen.join("\n")).toContain(SECRETS[name]);
  const all = [...Object.values(SECRETS), ...CONTENT];
  expect(all.filter((each) => texts.includes(each))).toEqual([]);
  expect(texts).not.toContain(Buffer.from(`me:${SECRETS.basic}`).toString("base64"));
});

test("bodies have their shapes, and what the contract's judges need", async () => {
  const { texts } = await play();
  const exchanges = texts
    .split("\n")
    .filter((line) => line.startsWith('{"kind":"exchange"'))
    .map((line) => JSON.parse(line).exchange);
  expect(
    exchanges.map(({ request, response }) => [request.body?.text, response.body?.text]),
  ).toEqual([
    [
      '{"inputs":["(26 characters)","(1 character)"],"system_prompt":"(24 characters)","metadata":{"note":"(15 characters)"},"callback":"(47 characters)"}',
      '{"detail":"Bad input \\"***\\" of ***, key ***."}',
    ],
    [
      '{"inputs":["(26 characters)","(1 character)"],"system_prompt":"(24 characters)","metadata":{"note":"(15 characters)"},"callback":"(47 characters)"}',
      '{"job_id":"job-1"}',
    ],
    [
      undefined,
      '{"job":{"job_id":"job-1","status":"SUCCEEDED","num_rows":2,"name":"(12 characters)","url":"(67 characters)"}}',
    ],
    [undefined, '{"outputs":["(16 characters)","(0 characters)"],"next":"(9 characters)"}'],
    [undefined, undefined],
  ]);
});
