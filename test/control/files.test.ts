import { describe, expect, test } from "@jest/globals";
import { VIRTUAL_END, VIRTUAL_START } from "../../src/core/time.ts";
import { startTestSimulator } from "../support/simulator.ts";
import { REACHES, rejection } from "./reaches.ts";

const CSV = "inputs\nfirst\nsecond\n";

describe.each(REACHES)("files %s", (_, reach) => {
  test("are placed under a URL that jobs can read their inputs from", async () => {
    await using sim = await startTestSimulator({ clock: "manual", scenario: "instant" });
    const { files, journal } = reach(sim);
    const { url, ...file } = await files.put("rows.csv", CSV);
    expect(file).toEqual({
      name: "rows.csv",
      byteLength: CSV.length,
      expiresAt: VIRTUAL_START + 3_600_000,
    });
    const jobId = await sim.client.submit({ inputs: url, job_priority: 1 });
    await sim.control.clock.advanceUntil("idle");
    const { body } = await sim.client.jsonResults(jobId, { include_inputs: true });
    expect(body.inputs).toEqual(["first", "second"]);
    expect(await journal.count()).toBe(2);
  });

  test("respond only to GET with the signature, and expire on the sandbox's clock", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const { files, clock } = reach(sim);
    const { url } = await files.put("a b.bin", new Uint8Array([0, 255, 10]), {
      contentType: "image/x-test",
      expiresIn: "10m",
    });
    const got = await fetch(url);
    expect([got.status, got.headers.get("content-type")]).toEqual([200, "image/x-test"]);
    const inert = ["content-security-policy", "x-content-type-options"];
    expect(inert.map((name) => got.headers.get(name))).toEqual([
      "default-src 'none'; sandbox",
      "nosniff",
    ]);
    expect([...new Uint8Array(await got.arrayBuffer())]).toEqual([0, 255, 10]);
    expect((await fetch(url, { method: "HEAD" })).status).toBe(403);
    expect((await fetch(url, { method: "PUT", body: "x" })).status).toBe(403);
    const forged = new URL(url);
    forged.searchParams.set("signature", "0".repeat(64));
    expect((await fetch(forged)).status).toBe(403);
    await clock.advance("10m");
    const late = await fetch(url);
    expect([late.status, await late.text()]).toEqual([
      403,
      '<?xml version="1.0" encoding="UTF-8"?>\n<Error><Code>AccessDenied</Code><Message>Request has expired</Message></Error>',
    ]);
  });

  test("expire after a number of milliseconds, too, and at the end of time at the latest", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const { files } = reach(sim);
    const expiries = [600_000, "800000000d"].map(async (expiresIn) => {
      const { expiresAt } = await files.put("rows.csv", CSV, { expiresIn });
      return expiresAt;
    });
    expect(await Promise.all(expiries)).toEqual([VIRTUAL_START + 600_000, VIRTUAL_END]);
  });

  test("of the same name replace each other, and go with a reset", async () => {
    await using sim = await startTestSimulator({ clock: "manual" });
    const control = reach(sim);
    const first = await control.files.put("rows.csv", CSV);
    const second = await control.files.put("rows.csv", "inputs\nother\n");
    expect((await fetch(first.url)).status).toBe(403);
    expect(await (await fetch(second.url)).text()).toBe("inputs\nother\n");
    await control.reset();
    expect((await fetch(second.url)).status).toBe(403);
    expect((await control.files.put("rows.csv", CSV)).url).toBe(first.url);
  });

  test("need a plain name", async () => {
    await using sim = await startTestSimulator();
    const { message } = await rejection(reach(sim).files.put("../etc/passwd", "x"));
    expect(message).toBe(
      '`name`: Expected a name that contains only letters, digits, `-`, `_`, `.`, and spaces, got `"../etc/passwd"` (string).',
    );
  });
});
