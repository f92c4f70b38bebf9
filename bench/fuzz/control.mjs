// Control requests by the document that the simulator serves.
import fc from "fast-check";
import { someOf, valuesOf } from "./from-schema.mjs";
import { anyText, mutated } from "./mutations.mjs";

/** Maximum time to wait for something that only another client can trigger. */
const PATIENCE_MS = 100;

/** A test's author is trusted with the size of scenarios. */
const MOST_BYTES = 8000;

/** After a longer head of a request, Node.js closes the connection, perhaps before its 431 is read. */
const MOST_PATH_CHARACTERS = 8000;

/** Sequences of requests for each verb, with arguments as the document describes them. */
function casesOf(document) {
  const requests = Object.entries(document.paths).flatMap(([path, verbs]) =>
    Object.entries(verbs).map(([method, verb]) =>
      fc.record({
        method: fc.constant(method.toUpperCase()),
        path: pathsOf(path, verb.parameters ?? [], document),
        body: bodiesOf(verb.requestBody, document),
      }),
    ),
  );
  return fc.array(fc.oneof(...requests), { minLength: 1, maxLength: 6 });
}

function pathsOf(path, parameters, document) {
  const inQuery = parameters.filter((each) => each.in === "query");
  const query = someOf(inQuery).chain((chosen) =>
    fc.tuple(
      ...chosen.map(({ name, schema }) =>
        valuesOf(schema, document).map((value) => `${name}=${textOf(value)}`),
      ),
    ),
  );
  const segment = fc.oneof(anyText.map(textOf), fc.constantFrom("x", "JOB", "1-status"));
  return fc
    .tuple(segment, query)
    .map(([text, pairs]) => `${path.replace(/\{\w+\}/, text)}?${pairs.join("&")}`)
    .map((filled) => filled.slice(0, MOST_PATH_CHARACTERS));
}

function textOf(value) {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return encodeURIComponent(text.toWellFormed());
}

function bodiesOf(requestBody, document) {
  const [{ schema = {} } = {}] = Object.values(requestBody?.content ?? {});
  const right = valuesOf(schema, document).map((value) =>
    typeof value === "string" ? value : JSON.stringify(value),
  );
  return fc
    .oneof({ weight: 5, arbitrary: right.map(Buffer.from) }, mutated(right))
    .map((bytes) => bytes.subarray(0, MOST_BYTES));
}

/** Attacks the control API. */
export const control = {
  name: "control",
  prepare: async (program) =>
    casesOf(JSON.parse((await program.control("GET", "/openapi.json")).text)),
  play: async (client, requests) => {
    const { service, control: base } = client.urls;
    const headers = { "content-type": "application/json" };
    const body = '{"inputs":["a"]}';
    const { text } = await client.attack("POST", `${service}/batch-inference`, { headers, body });
    const { job_id } = JSON.parse(text);
    for (const { method, path, body: sent } of requests) {
      await client.remember();
      const url = `${base}${path.replace("/_sim", "").replace("JOB", job_id)}`;
      const isWait = /\/(journal\/wait|events)\b/.test(path);
      const options = isWait ? { patienceMs: PATIENCE_MS, headers } : { headers };
      await client.attack(method, url, method === "GET" ? options : { ...options, body: sent });
    }
  },
};
