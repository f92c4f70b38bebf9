import { expect, test } from "@jest/globals";
import { redactJson, redactText } from "../../src/core/redact.ts";
import { startTestSimulator, type TestSimulator } from "../support/simulator.ts";

// Each place gets its own secret, so that a failure identifies the place.
const secretOf = (place: string): string => `canary${Buffer.from(place).toString("hex")}0000`;

const HEADERS: Readonly<Record<string, (secret: string) => string>> = {
  "x-access-token": (secret) => secret,
  "x-amz-security-token": (secret) => secret,
  "x-goog-api-key": (secret) => secret,
  "x-api-key": (secret) => secret,
  "api-key": (secret) => secret,
  "x-auth-token": (secret) => secret,
  "x-sim-control-token": (secret) => secret,
  "x-csrf-token": (secret) => secret,
  "x-client-secret": (secret) => secret,
  "x-password": (secret) => secret,
  "x-hub-signature": (secret) => `sha1=${secret}`,
  "x-session-id": (secret) => secret,
  "proxy-authorization": (secret) => `Basic ${secret}`,
  cookie: (secret) => `session=${secret}; theme=dark; id=${secret}`,
  referer: (secret) => `https://example.com/?token=${secret}`,
  "x-forwarded-uri": (secret) => `https://me:${secret}@example.com/`,
  link: (secret) => `<https://example.com/?sig=${secret}>; rel="next"`,
};

const KEYS: Readonly<Record<string, (secret: string) => string>> = {
  "the key before its scheme": (secret) => `${secret} Key`,
  "another scheme": (secret) => `Bearer ${secret}`,
  "no scheme": (secret) => secret,
  "two spaces": (secret) => `Key  ${secret}`,
};

const QUERIES: Readonly<Record<string, (secret: string) => string>> = Object.fromEntries(
  [
    ...["api_key", "token", "access_token", "sig", "key", "auth", "password", "client_secret"],
    ...["X-Amz-Signature", "X-Amz-Security-Token", "X%2DAmz%2DSignature", "Signature", "pwd"],
  ].map((name) => [name, (secret: string) => `page=1&${name}=${secret}`] as const),
);

const BODIES: Readonly<Record<string, (secret: string) => string>> = {
  "a user": (secret) => `{"inputs":["http://me:${secret}@a/"]}`,
  "a user without a password": (secret) => `{"inputs":["http://${secret}@a/"]}`,
  "escaped slashes": (secret) => `{"inputs":["http:\\/\\/me:${secret}@a\\/b"]}`,
  "an escaped ampersand": (secret) =>
    `{"inputs":["http://a/?b=1\\u0026X-Amz-Signature=${secret}"]}`,
  "an escaped equals sign": (secret) => `{"inputs":["http://a/?token\\u003d${secret}"]}`,
  "an escaped colon": (secret) => `{"inputs":["http\\u003a//me:${secret}@a"]}`,
  "an escaped at sign": (secret) => `{"inputs":["http://me:${secret}\\u0040a"]}`,
  "an apostrophe": (secret) => `{"inputs":["http://me:x'${secret}@a/"]}`,
  "an at sign": (secret) => `{"inputs":["http://me:x@${secret}@a/"]}`,
  "a user in a sentence": (secret) => `{"inputs":["See http://me:${secret}@a/ for more."]}`,
  "JSON in a string": (secret) =>
    JSON.stringify({ inputs: [JSON.stringify({ url: `http://me:${secret}@a/?sig=${secret}` })] }),
  "escaped JSON in a string": (secret) =>
    JSON.stringify({ inputs: [`{"url":"http:\\/\\/me:${secret}@a\\u0026sig=${secret}"}`] }),
  "a URL within a URL": (secret) =>
    JSON.stringify({
      inputs: [`http://a/?next=${encodeURIComponent(`http://me:${secret}@b/?token=${secret}`)}`],
    }),
  "a path and query": (secret) => `{"inputs":["/files/a?signature=${secret}&b=1"]}`,
  "the system prompt": (secret) => `{"inputs":["a"],"system_prompt":"http://me:${secret}@a/"}`,
  "a secret member": (secret) => `{"inputs":["a"],"metadata":{"client_secret":"${secret}"}}`,
  "a password member": (secret) => `{"inputs":["a"],"password":"${secret}"}`,
  "an API key member": (secret) => `{"inputs":["a"],"apiKey":"${secret}"}`,
  "an input URL": (secret) => `{"inputs":"http://me:${secret}@127.0.0.1:1/a.csv"}`,
  "an input URL's signature": (secret) =>
    `{"inputs":"http://127.0.0.1:1/a.csv?X-Amz-Signature=${secret}"}`,
  "a value in an error": (secret) => `{"inputs":["a"],"model":"http://me:${secret}@a"}`,
  "a key in an error": (secret) => `{"inputs":["a"],"http://me:${secret}@a":1}`,
  "a malformed body": (secret) => `{"inputs":["http://me:${secret}@a/`,
  "a description in a schema": (secret) =>
    `{"inputs":["a"],"json_schema":{"type":"string","description":"http://me:${secret}@a"}}`,
  "a row of a cut body": (secret) =>
    `{"inputs":["http://me:${secret}@a","${"x".repeat(20_000)}","http://me:${secret}@a"]}`,
  "a character escaped at the cut": (secret) =>
    `{"inputs":["http://me:${secret}@a/${"\\u00e9".repeat(3000)}"]}`,
};

async function sendAll(sim: TestSimulator): Promise<readonly string[]> {
  const { client, baseUrl } = sim;
  const places: string[] = [];
  const secret = (place: string): string => {
    places.push(place);
    return secretOf(place);
  };
  for (const [name, value] of Object.entries(HEADERS)) {
    await client.request("GET", "/job-statuses", { headers: { [name]: value(secret(name)) } });
  }
  for (const [name, value] of Object.entries(KEYS)) {
    await fetch(`${baseUrl}/job-statuses`, { headers: { authorization: value(secret(name)) } });
  }
  for (const [name, value] of Object.entries(QUERIES)) {
    await client.request("GET", `/job-statuses?${value(secret(`?${name}`))}`);
  }
  for (const [name, value] of Object.entries(BODIES)) {
    const headers = { "content-type": "application/json" };
    const body = value(secret(name));
    await client.request("POST", "/batch-inference", { headers, body });
  }
  return places;
}

test("a secret in one of 60 places is written nowhere", async () => {
  const notices: string[] = [];
  const exchanges: unknown[] = [];
  const sim = await startTestSimulator({
    clock: "manual",
    onNotice: (text) => notices.push(text),
    onExchange: (exchange) => exchanges.push(exchange),
  });
  await using _ = sim;
  const places = await sendAll(sim);
  expect(places).toHaveLength(60);
  expect(exchanges).toHaveLength(places.length);
  const boxes = sim.control;
  const written = JSON.stringify([
    notices,
    exchanges,
    sim.exchanges(),
    sim.report(),
    await boxes.snapshot(),
    await boxes.jobs.list(),
    await boxes.trace(),
    await boxes.report({ all: true }),
  ]);
  expect(places.filter((place) => written.includes(secretOf(place)))).toEqual([]);
});

test("what is not a secret is kept", () => {
  const kept = [
    "http://example.com/a@b?email=a@b.c&page=2#x",
    "if (token = next) return a == b && c;",
    "see https://example.com: it costs 5@3=15",
    "http://example.com/?token=***abcd",
  ];
  for (const text of kept) expect(redactText(text)).toBe(text);
  const json = '{ "token": "a", "key": "b",\n "logprobs": [{"token":"x"}], "n": 1e3, "u": "a@b" }';
  expect(redactJson(json)).toBe(json);
});

test("redaction takes linear time", () => {
  const texts = ["http://", "a=", "?a=%25", "@", "://@", '"\\', '"a":', "?token=", "%2525"];
  const starts = [...texts.map((text) => ["", text]), ["@", ":~1~1"]];
  for (const [start = "", text = ""] of starts) {
    const long = start + text.repeat(40_000);
    const before = process.cpuUsage();
    redactText(long);
    redactJson(long);
    const { user } = process.cpuUsage(before);
    expect([text, user < 2_000_000]).toEqual([text, true]);
  }
});
