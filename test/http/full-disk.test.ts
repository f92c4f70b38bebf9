import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { type Simulator, startSimulator } from "../../src/index.ts";
import { Client } from "../support/client.ts";

/** Too large for memory. */
const CSV = `inputs\n${`${"x".repeat(1000)}\n`.repeat(2000)}`;

const NOTICE =
  "SIM_DISK: Failed to write a temporary file to `<folder>`: no such file or directory (ENOENT). Free up space there, or set `TMPDIR` to a writable folder.";

/** Runs with a URL of a large file, while the folder for temporary files doesn't exist. */
async function withoutTempFolder(
  run: (sim: Simulator, url: string, notices: readonly string[]) => Promise<void>,
): Promise<void> {
  const server = createServer((_, res) => res.setHeader("content-type", "text/csv").end(CSV));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { TMPDIR } = process.env;
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-test-"));
  const missing = join(folder, "missing");
  const notices: string[] = [];
  const onNotice = (text: string) => void notices.push(text.replace(missing, "<folder>"));
  try {
    await using sim = await startSimulator({ clock: "manual", onNotice });
    process.env["TMPDIR"] = missing;
    await run(sim, `http://127.0.0.1:${(server.address() as AddressInfo).port}/rows.csv`, notices);
  } finally {
    if (TMPDIR === undefined) delete process.env["TMPDIR"];
    else process.env["TMPDIR"] = TMPDIR;
    await rm(folder, { recursive: true });
    server.close();
  }
}

function enterFolder(): void {
  process.env["TMPDIR"] = join(process.env["TMPDIR"] ?? "", "..");
}

test("a job whose inputs can't be stored doesn't fail: the simulator does, until there is room", async () => {
  await withoutTempFolder(async (sim, inputs, notices) => {
    const client = new Client(sim, sim.apiKey);
    const jobId = await client.submit({ inputs, job_priority: 1 });
    expect(await client.state(jobId)).toBe("QUEUED");
    await expect(sim.control.clock.advance("1h")).rejects.toMatchObject({ code: "SIM_DISK" });
    const response = await fetch(`${sim.controlUrl}/jobs/${jobId}`, {
      headers: { authorization: `Key ${sim.apiKey}` },
    });
    expect([response.status, response.headers.get("x-sim-error")]).toEqual([500, "SIM_DISK"]);
    expect(notices).toEqual([NOTICE]);
    enterFolder();
    await sim.control.clock.advance("1h");
    expect(await client.job(jobId)).toMatchObject({ status: "SUCCEEDED", num_rows: 2000 });
  });
});

test("a dry run whose inputs can't be stored creates nothing, and succeeds once there is room", async () => {
  await withoutTempFolder(async (sim, inputs, notices) => {
    const client = new Client(sim, sim.apiKey);
    const body = { inputs, job_priority: 1, dryrun: true };
    const refused = await client.create(body);
    expect([refused.status, refused.headers.get("x-sim-error")]).toEqual([500, "SIM_DISK"]);
    expect(`SIM_DISK: ${(refused.body as unknown as { detail: string }).detail}`).toBe(
      NOTICE.replace("<folder>", process.env["TMPDIR"] ?? ""),
    );
    expect(notices).toEqual([NOTICE]);
    expect(await sim.control.jobs.list()).toEqual([]);
    enterFolder();
    expect(await client.submit(body)).toMatch(/^job-/);
  });
});
