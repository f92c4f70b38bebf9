import { expect, test } from "@jest/globals";
import { startTestSimulator } from "../support/simulator.ts";

test("HEAD has the headers of GET without a body, and cancels nothing", async () => {
  await using sim = await startTestSimulator({ clock: "manual" });
  const jobId = await sim.client.submit({ inputs: ["a"] });
  for (const path of ["/list-jobs", `/jobs/${jobId}`, "/jobs/job-1"]) {
    const got = await sim.client.request("GET", path);
    const head = await sim.client.request("HEAD", path);
    const length = (await got.arrayBuffer()).byteLength;
    expect([head.status, head.headers.get("content-length")]).toEqual([got.status, `${length}`]);
    expect(head.headers.get("content-type")).toBe(got.headers.get("content-type"));
    expect((await head.arrayBuffer()).byteLength).toBe(0);
  }
  const headers = { authorization: `Key ${sim.apiKey}` };
  const url = `${sim.deploymentUrl}/v1/job-cancel/${jobId}`;
  const cancel = await fetch(url, { method: "HEAD", headers });
  expect([cancel.status, cancel.headers.get("allow")]).toEqual([405, "GET"]);
  expect(await sim.client.state(jobId)).toBe("QUEUED");
});
