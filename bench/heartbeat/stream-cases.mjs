// Work that one advance triggers: responses that wait for the same clock, and webhook deliveries.
import { once } from "node:events";
import { createServer, get } from "node:http";
import { send } from "../support.mjs";

const STREAMS = 2000;
const DELIVERIES = 1000;

/** A sandbox with a manual clock, and a function that sends a request with its key and expects a success. */
async function manualSandbox({ control }, more = {}) {
  const scenario = { profiles: [{ queued: "1s", running: "1h" }], ...more };
  const { text } = await control("POST", "/sandboxes", { clock: "manual", scenario });
  const headers = { authorization: `Key ${JSON.parse(text).apiKey}` };
  const ask = async (url, value) => {
    const response = await send("POST", url, { headers, body: JSON.stringify(value) });
    if (response.status >= 300) throw new Error(`Expected a success, got ${response.text}`);
    return JSON.parse(response.text);
  };
  return { headers, ask };
}

/** Opens a progress stream, and resolves once its first line has arrived. */
async function openStream(url, headers) {
  const [response] = await once(get(url, { headers, agent: false }), "response");
  const stream = { text: "", closed: once(response, "close") };
  response.setEncoding("utf8").on("data", (text) => {
    stream.text += text;
  });
  await once(response, "data");
  return stream;
}

/** Cases about many things that wait for one clock. */
export const streamCases = [
  {
    name: `${STREAMS} progress streams and an advance`,
    prepare: async (program) => {
      const { headers, ask } = await manualSandbox(program);
      const { job_id } = await ask(`${program.baseUrl}/batch-inference`, { inputs: ["a"] });
      const url = `${program.baseUrl}/stream-job-progress/${job_id}`;
      const streams = [];
      // Sequential, because the attack is the advance, not the number of connections.
      while (streams.length < STREAMS) streams.push(await openStream(url, headers));
      program.advance = (by) => ask(`${program.controlUrl}/clock/advance`, { by });
      program.streams = streams;
    },
    run: async ({ advance, streams }) => {
      await advance("1s");
      await advance("2h");
      await Promise.all(streams.map(({ closed }) => closed));
      const cut = streams.find(({ text }) => !text.includes('"progress","result":1}'));
      if (cut !== undefined) throw new Error(`Expected all rows to be completed, got ${cut.text}`);
    },
  },
  {
    name: `${DELIVERIES} webhooks to a receiver that never responds`,
    prepare: async (program) => {
      const receiver = createServer((request) => request.resume())
        .listen(0, "127.0.0.1")
        .unref();
      await once(receiver, "listening");
      const url = `http://127.0.0.1:${receiver.address().port}/`;
      const { ask } = await manualSandbox(program, {
        assumptions: { webhooks: "standard" },
        webhooks: [{ url }],
      });
      for (let jobs = 0; jobs < DELIVERIES; jobs++)
        await ask(`${program.baseUrl}/batch-inference`, { inputs: ["a"] });
      program.advance = (by) => ask(`${program.controlUrl}/clock/advance`, { by });
    },
    // The server waits for 30 seconds, with 16 attempts at a time.
    run: async ({ advance }) => {
      const { outstanding = [] } = await advance("2h");
      if (outstanding.length < DELIVERIES / 2)
        throw new Error(`Expected outstanding deliveries, got ${outstanding.length}.`);
    },
  },
];
