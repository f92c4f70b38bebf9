import { execFileSync } from "node:child_process";
import { readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { Program, run } from "../cli/process.ts";
import { CLIENT, explored, folder, reportIn, verdictsIn } from "./explored.ts";

test("--resume continues, and --keep makes a scenario a regression test", async () => {
  await explored("resumed", ["--runs", "1"]);
  const { report } = await explored("resumed", ["--runs", "1", "--resume"]);
  expect(report.results).toHaveLength(2);
  const other = await explored("resumed", ["--runs", "1", "--resume"], ["passes anyway"]);
  expect([other.code, other.stderr]).toEqual([2, expect.stringContaining("the same command")]);
  const keep = ["explore", "--report-dir", "resumed", "--keep", "fails-at-start"];
  const { stdout } = await run(keep, { cwd: folder });
  expect(await run(keep, { cwd: folder })).toMatchObject({ code: 0, stdout });
  const [kept, command = ""] = stdout.trim().split("\n");
  expect(kept).toBe("scenarios/fails-at-start.yaml");
  const ended = await run(command.split(" ").slice(2), { cwd: folder });
  expect(ended.code).toBe(1);
  const own = join(folder, "scenarios", "fails-at-start.yaml");
  await writeFile(own, "name: mine\n");
  expect(await run(keep, { cwd: folder })).toMatchObject({
    ...{ code: 2, stdout: "" },
    stderr:
      "batch-sim: Failed to keep `fails-at-start`: `scenarios/fails-at-start.yaml` already exists with different contents. Rename or delete it first.\n",
  });
  expect(await readFile(own, "utf8")).toBe("name: mine\n");
});

test("a client that passes although its job failed has a false success, which fails the run", async () => {
  const { code, report, stderr } = await explored("false", ["--runs", "1"], ["passes anyway"]);
  expect(code).toBe(3);
  expect(verdictsIn(report)).toContainEqual(["fails-at-start", "false-success"]);
  expect(stderr).toContain("false success: Every job fails at its start.");
  const keep = ["explore", "--report-dir", "false", "--keep", "fails-at-start"];
  await rm(join(folder, "scenarios"), { recursive: true, force: true });
  expect(await run(keep, { cwd: folder })).toMatchObject({
    ...{ code: 0, stdout: expect.stringContaining(" --fail-on warning -- node ") },
    stderr: "`exec` can't detect a false success. Use a test that expects a client error.\n",
  });
  const baseline = join(folder, "false", "explore.json");
  const again = await explored(
    "false-again",
    ["--runs", "1", "--baseline", baseline],
    ["passes anyway"],
  );
  expect(again.code).toBe(0);
  const better = await explored("better", ["--runs", "1", "--baseline", baseline]);
  expect(better.stderr).toContain(
    "Improved: Every job fails at its start. (false-success → failed-loudly)",
  );
});

test("a client that doesn't end is hung, and is killed with everything that it started", async () => {
  const options = ["--runs", "1", "--timeout", "3s", "--fail-on", "hung"];
  const words = ["--report-dir", "hung", ...options, "--", "node", CLIENT, "polls forever"];
  const program = new Program(["explore", ...words], { cwd: folder });
  const { code } = await program.ended;
  expect(verdictsIn(await reportIn("hung"))).toEqual([["fails-at-start", "hung"]]);
  expect(code).toBe(3);
  const mark = `BATCH_SIM_EXPLORE_RUN=${program.child.pid}-`;
  const left = execFileSync("sh", ["-c", "cat /proc/[0-9]*/environ 2>/dev/null || true"], {
    maxBuffer: 1024 ** 3,
  });
  expect(left.includes(mark)).toBe(false);
});
