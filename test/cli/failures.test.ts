import { mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "@jest/globals";
import { launch, run } from "./process.ts";

test.each([
  [
    ["--port", "http", "--sead", "1"],
    "batch-sim: Unknown option `--sead`. Did you mean `--seed`?\nbatch-sim: Expected `--port` to be a port from 0 to 65535, got `http`.\n",
  ],
  [
    ["lauch"],
    "batch-sim: Unknown command `lauch`. Known: `start`, `demo`, `exec`, `explore`, `record`, `verify`, `report`, `health`, `show`, `init`, `scenarios`, `lint`, `spec`, `overlays`, `assumptions`, `schema`, `store`, `completion`, `help`.\n",
  ],
  [
    ["--scenario", "hapy-path"],
    "batch-sim: Failed to find the scenario `hapy-path`: no built-in scenario has this name. Did you mean `happy-path`?\n",
  ],
  [
    ["--scenario", "./none.yaml"],
    "batch-sim: Failed to read the scenario file `./none.yaml`: ENOENT: no such file or directory, open './none.yaml'. Use a readable YAML file, or the name of a built-in scenario.\n",
  ],
  [
    ["--clock", "manual", "--no-control", "--port", "0"],
    "batch-sim: The `manual` clock moves only through the control API, which is off. Choose another clock with `--clock`, such as `poll`.\n",
  ],
  [
    ["--tls-cert", "none.pem", "--tls-key", "none.key", "--port", "7", "--deployment-port", "7"],
    "batch-sim: Expected `--deployment-port` to differ from `--port`, got `7` for both.\nbatch-sim: Failed to read the file for `--tls-cert`: ENOENT: no such file or directory, open 'none.pem'.\nbatch-sim: Failed to read the file for `--tls-key`: ENOENT: no such file or directory, open 'none.key'.\n",
  ],
  [
    ["--tls-key", "some.key"],
    "batch-sim: Expected both `--tls-key` and `--tls-cert`, got only `--tls-key`.\n",
  ],
  [
    ["--tls-cert", "LICENSE", "--tls-key", "LICENSE"],
    "batch-sim: Failed to use the TLS certificate and key: error:0480006C:PEM routines::no start line. Pass both in PEM format.\n",
  ],
  [
    ["--host", "203.0.113.1", "--control-token", "t", "--port", "0"],
    "batch-sim: Failed to listen on 203.0.113.1:0: `203.0.113.1` is not an address of this machine.\n",
  ],
  [["lint"], "batch-sim: Expected `lint` to be followed by a scenario file, got nothing.\n"],
])("%j is one clear line a problem, and exit 2", async (args, stderr) => {
  expect(await run(args)).toEqual({ code: 2, signal: null, stdout: "", stderr });
});

test("a port that is taken is one clear line", async () => {
  await using program = await launch();
  const { port } = new URL(program.ready.baseUrl);
  expect(await run(["--port", port])).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr: `batch-sim: Failed to listen on 127.0.0.1:${port}: port ${port} is in use. Choose another, or 0 for any free port.\n`,
  });
});

test("the problems of a scenario file begin with their places", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "batch-sim-")), "story.yaml");
  await writeFile(file, "name: story\nclokc: 5x\nclock: manual\nseed: one\n");
  expect(await run(["--scenario", file])).toEqual({
    code: 2,
    signal: null,
    stdout: "",
    stderr: `batch-sim: Failed to read the scenario \`${file}\`: 2 problems.
${file}:2:1 clokc: Unknown key \`clokc\`. Did you mean \`clock\`?
${file}:4:7 seed: Expected an integer, got \`"one"\` (string).
`,
  });
});

test("a scenario's manual clock is refused as an option's is, and an option can replace it", async () => {
  const file = join(await mkdtemp(join(tmpdir(), "batch-sim-")), "story.yaml");
  await writeFile(file, "name: story\nclock: manual\n");
  expect(await run(["--scenario", file, "--no-control", "--port", "0"])).toMatchObject({
    code: 2,
    stdout: "",
  });
  await using program = await launch(["--scenario", file, "--clock", "poll"]);
  expect(program.ready.scenario).toBe("story");
});

test.each([
  ["while it starts", "throw new TypeError('broken')"],
  ["later", "setImmediate(() => { throw new TypeError('broken'); }); return this"],
])("a bug %s is told with its stack, and exit 70", async (_, code) => {
  const preload = `import http from "node:http"; http.Server.prototype.listen = function () { ${code}; };`;
  const env = { NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(preload)}` };
  expect(await run(["--port", "0"], { env })).toEqual({
    code: 70,
    signal: null,
    stdout: "",
    stderr: expect.stringMatching(
      /^batch-sim: Failed because of a bug in batch-sim\.\nTypeError: broken\n {4}at /,
    ),
  });
});
