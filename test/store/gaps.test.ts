import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "@jest/globals";
import { connect } from "../../src/index.ts";
import { Client } from "../support/client.ts";
import { end, type Served, serve } from "./processes.ts";

// A process that is killed may not have stored its newest exchanges.

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "batch-sim-gaps-"));
});

afterEach(() => rmSync(folder, { recursive: true }));

const start = (): Promise<Served> => serve(folder, ["--store", "sim.db"]);

function clientOf(served: Served): Client {
  return new Client({ ...served, deploymentUrl: served.baseUrl }, "a");
}

/** A client that does everything right with one job. */
async function useOneJob(served: Served): Promise<number> {
  const client = clientOf(served);
  const { clock, journal } = connect(served.controlUrl, { apiKey: "a" });
  const jobId = await client.submit({ inputs: ["a"] });
  await clock.advance("1h");
  expect(await client.state(jobId)).toBe("SUCCEEDED");
  await client.jsonResults(jobId);
  return (await journal.find()).at(-1)?.id ?? 0;
}

test("after a kill, exchanges get new IDs, and correct clients are not accused", async () => {
  let highest = 0;
  for (let kill = 0; kill < 3; kill++) {
    const served = await start();
    const last = await useOneJob(served);
    expect(last).toBeGreaterThan(highest);
    highest = last;
    await end(served, "SIGKILL");
  }
  const served = await start();
  const { findings, notJudged } = await connect(served.controlUrl, { apiKey: "a" }).report();
  expect(findings.filter(({ severity }) => severity !== "info")).toEqual([]);
  expect(notJudged.map(({ what, why }) => ({ what, why }))).toContainEqual({
    what: "requests that appear to be missing",
    why: "the simulator was killed, or lost its database, before it had stored every exchange",
  });
  await end(served, "SIGTERM");
}, 60_000);

test("after an orderly end, IDs continue without a gap, and everything is judged", async () => {
  const first = await start();
  const last = await useOneJob(first);
  await clientOf(first).submit({ inputs: ["b"] });
  await end(first, "SIGTERM");
  const second = await start();
  await clientOf(second).request("GET", "/job-status/none");
  const { journal, report } = connect(second.controlUrl, { apiKey: "a" });
  const ids = (await journal.find()).map(({ id }) => id);
  expect(ids.slice(-2)).toEqual([last + 1, last + 2]);
  expect((await report()).findings.map(({ id }) => id)).toContain("never-looked-at");
  await end(second, "SIGTERM");
}, 60_000);
