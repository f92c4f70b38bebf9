import { expect, test } from "@jest/globals";
import { reproduceScript } from "../../../src/cli/output/reproduce-script.ts";
import { connect } from "../../../src/index.ts";
import { startTestSimulator } from "../../support/simulator.ts";
import { startReceiver } from "../../support/webhook-receiver.ts";

const YAML = "assumptions: { webhooks: standard }\nprofiles: [{ running: 10s }]";
const KEY = "canary-key-of-a-client-0001";
const ENCODED = KEY.replace("canary", "%63%61nary");

const urlsAt = (port: string): readonly string[] => [
  `http://127.0.0.1:${port}/hook?token=${KEY}`,
  `http://me:${KEY}@127.0.0.1:${port}/hook`,
  `http://127.0.0.1:${port}/hook?of=${KEY}`,
  `http://127.0.0.1:${port}/hook?of=${ENCODED}`,
];

test("a key in a webhook's URL is sent to the receiver, and shown nowhere", async () => {
  const paths: string[] = [];
  const exchanges: unknown[] = [];
  const notices: string[] = [];
  await using receiver = await startReceiver((response) => {
    const { url, headers } = response.req;
    paths.push(`${url} ${headers.authorization ?? ""}`);
    response.writeHead(500).end();
  });
  const urls = urlsAt(new URL(receiver.url).port);
  await using sim = await startTestSimulator({
    clock: "manual",
    onExchange: (exchange) => exchanges.push(exchange),
    onNotice: (text) => notices.push(text),
  });
  const webhooks = urls.map((url) => ({ url }));
  const box = connect(sim.controlUrl ?? "", { apiKey: KEY });
  await box.scenario.put({ assumptions: { webhooks: "standard" }, webhooks });
  for (const url of urls) await box.webhooks.add({ url });
  const jobId = await sim.clientOf(KEY).submit({ inputs: ["a"] });
  await box.clock.advance("1h");
  const basic = `Basic ${Buffer.from(`me:${KEY}`).toString("base64")}`;
  const sent = [
    `/hook?token=${KEY} `,
    `/hook ${basic}`,
    `/hook?of=${KEY} `,
    `/hook?of=${ENCODED} `,
  ];
  expect(new Set(paths)).toEqual(new Set(sent));
  const [deliveries, report] = [await box.webhooks.deliveries({ jobId }), sim.report()];
  expect(deliveries).toHaveLength(8);
  expect(report.findings.map(({ id }) => id)).toContain("webhook-unanswered");
  const script = reproduceScript(report) ?? "";
  expect(script).toContain("/hook?token=***");
  const written = {
    ...{ deliveries, report, exchanges, notices, script },
    snapshot: await box.snapshot(),
    trace: await box.trace(),
    full: await box.report({ all: true }),
  };
  const places = Object.entries(written).filter(([, it]) =>
    JSON.stringify(it).includes("-client-0001"),
  );
  expect(places.map(([name]) => name)).toEqual([]);
});

test("a receiver that rejects everything gets a finding even if another's URL differs only in a secret", async () => {
  await using receiver = await startReceiver((response) => {
    response.writeHead(response.req.url?.endsWith("good") ? 200 : 500).end();
  });
  await using sim = await startTestSimulator({ clock: "manual", yaml: YAML });
  for (const token of ["good", "bad"])
    await sim.control.webhooks.add({ url: `${receiver.url}?token=${token}` });
  await sim.client.submit({ inputs: ["a"] });
  await sim.clock.advance("1h");
  expect(sim.report().findings.find(({ id }) => id === "webhook-unanswered")).toMatchObject({
    sentence: `The receiver at ${receiver.url}?token=*** did not accept any of 4 attempts to deliver a webhook: its last response was 500.`,
  });
});
