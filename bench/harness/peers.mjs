// Other programs that imitate a service, installed into a temporary folder. All except aimock read our document.
import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const DOCUMENT = fileURLToPath(new URL("../../openapi.yaml", import.meta.url));
const HOST = "127.0.0.1";
const RETRY_MS = 2;
const PATIENCE_MS = 30_000;
const STATUS = "/job-status/some-job";

/**
 * `packages` are installed; `command` is how the program starts in their folder, and `path` a request that it responds to with 200.
 * `mostTime` is the most time that we may take to start, as a multiple of theirs.
 */
const PEERS = [
  {
    name: "Steady",
    packages: ["@stdy/cli"],
    command: (folder, port) => [
      join(folder, "node_modules/.bin/steady"),
      ["--host", HOST, "-p", String(port), DOCUMENT],
    ],
    path: STATUS,
    mostTime: 0.9,
  },
  {
    name: "Prism",
    // Its dependencies need a newer Node version than ours.
    packages: ["@stoplight/prism-cli", "node@24"],
    command: (folder, port) => [
      join(folder, "node_modules/node/bin/node"),
      [join(folder, "node_modules/.bin/prism"), "mock", "-h", HOST, "-p", String(port), DOCUMENT],
    ],
    path: STATUS,
  },
  {
    name: "Mockoon",
    packages: ["@mockoon/cli"],
    command: (folder, port) => [
      process.execPath,
      [
        join(folder, "node_modules/.bin/mockoon-cli"),
        ...["start", "--data", DOCUMENT, "--hostname", HOST, "--port", String(port)],
        ...["--disable-log-to-file", "--disable-admin-api"],
      ],
    ],
    path: STATUS,
  },
  {
    name: "aimock",
    packages: ["@copilotkit/aimock"],
    command: (folder, port) => [
      process.execPath,
      [
        join(folder, "node_modules/.bin/llmock"),
        ...["--host", HOST, "-p", String(port), "-f", join(folder, "fixtures.json")],
      ],
    ],
    path: "/v1/models",
  },
];

/** Installs the peers, and calls back with the installed ones; prints why others are skipped. */
export async function withPeers(use) {
  const folder = await mkdtemp(join(tmpdir(), "batch-sim-peers-"));
  try {
    const peers = [];
    for (const peer of PEERS) {
      const own = join(folder, peer.name);
      const problem = await install(peer, own).catch((error) => error);
      if (problem === undefined) peers.push({ ...peer, start: () => start(peer, own) });
      else console.error(`Skipped ${peer.name}: ${String(problem.message).split("\n")[0]}`);
    }
    return await use(peers);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function install({ packages }, folder) {
  const options = ["--no-audit", "--no-fund", "--silent", "--prefix", folder];
  await promisify(execFile)("npm", ["install", ...options, ...packages]);
  await writeFile(join(folder, "fixtures.json"), '{"fixtures":[]}');
}

/** Starts a peer on a free port, and resolves once it accepts connections. */
async function start({ name, command }, folder) {
  const port = await freePort();
  const [file, args] = command(folder, port);
  // Some are scripts that start another process, so each gets its own process group.
  const child = spawn(file, args, { cwd: folder, stdio: "ignore", detached: true });
  const exited = once(child, "exit");
  const stop = async () => {
    process.kill(-child.pid, "SIGKILL");
    await exited;
  };
  for (const until = performance.now() + PATIENCE_MS; !(await accepts(port)); ) {
    if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}.`);
    if (performance.now() > until) throw new Error(`${name} did not start in ${PATIENCE_MS} ms.`);
    await setTimeout(RETRY_MS);
  }
  return { baseUrl: `http://${HOST}:${port}`, pid: child.pid, stop };
}

async function freePort() {
  const server = createServer().listen(0, HOST);
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

function accepts(port) {
  return new Promise((resolve) => {
    const socket = connect(port, HOST);
    const settle = (isOpen) => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once("connect", () => settle(true)).once("error", () => settle(false));
  });
}
