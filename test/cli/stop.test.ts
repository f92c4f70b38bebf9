import { Agent, get, request } from "node:http";
import { expect, test } from "@jest/globals";
import { launch } from "./process.ts";

const HEADERS = { authorization: "Key sim-key", "content-type": "application/json" };

/** A schema whose smallest value has 2 to the power of 40 parts. */
function endless(name: string): object {
  const defs = Array.from({ length: 40 }, (_, i) => {
    const next = { $ref: `#d${i + 1}` };
    const properties = { a: next, b: next };
    return [`d${i}`, { $anchor: `d${i}`, type: "object", properties, required: ["a", "b"] }];
  });
  const $defs = { ...Object.fromEntries(defs), d40: { $anchor: "d40", type: "integer" } };
  return { title: name, $ref: "#d0", $defs };
}

/** Begins to create a job, which never gets a response. */
function create(baseUrl: string, schema: object): Promise<string> {
  return new Promise((resolve) => {
    request(`${baseUrl}/batch-inference`, { method: "POST", headers: HEADERS })
      .on("error", (error: NodeJS.ErrnoException) => resolve(String(error.code)))
      .on("response", ({ statusCode }) => resolve(`status ${statusCode}`))
      .end(JSON.stringify({ inputs: ["a"], json_schema: schema }));
  });
}

/** Resolves when the server has handled a request that was sent later. */
function roundTrip(url: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    get(url, { headers: HEADERS, agent }, (response) => response.resume().on("end", resolve)).on(
      "error",
      reject,
    );
  });
}

test.each(["SIGTERM", "SIGINT"] as const)(
  "%s while schemas are compiled stops the program quietly",
  async (signal) => {
    const options = ["--max-schema-steps", "100000000", "--drain", "1ms"];
    await using program = await launch([...options, "--log", "silent"]);
    const { ready } = program;
    const created = ["a", "b", "c"].map((name) => create(ready.baseUrl, endless(name)));
    const agent = new Agent({ keepAlive: true });
    for (let i = 0; i < 200; i++) await roundTrip(`${ready.baseUrl}/list-jobs`, agent);
    agent.destroy();
    expect(await program.kill(signal)).toMatchObject({ code: 0, signal: null, stderr: "" });
    expect(await Promise.all(created)).toEqual(["ECONNRESET", "ECONNRESET", "ECONNRESET"]);
  },
);
