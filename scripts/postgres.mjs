// A separate PostgreSQL server in a temporary folder, for tests and benchmarks. It has no fixed port: clients reach it through
// a relay, which listens before the server does and can also interrupt all connections. `postgres.d.mts` describes the exports.
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, mkdtempSync, readdirSync, realpathSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { createInterface } from "node:readline";

/** Debian doesn't put the programs in PATH, but in one folder for each version. */
const DEBIAN = "/usr/lib/postgresql";

/** Unprivileged users, one of which runs the server if root runs the tests: PostgreSQL refuses to run as root. */
const OTHER_USERS = ["postgres", "nobody"];

const USER = "sim";
const READY = "database system is ready to accept connections";

export function postgresFolder() {
  const debian = entriesOf(DEBIAN).map((version) => join(DEBIAN, version, "bin"));
  const folders = [...(process.env.PATH ?? "").split(delimiter), ...debian];
  const found = folders.flatMap((folder) => {
    // PATH may contain only a link to one of the programs.
    const real = entriesOf(folder).includes("postgres") && realpathSync(join(folder, "postgres"));
    return real && entriesOf(dirname(real)).includes("initdb") ? [dirname(real)] : [];
  });
  return found[0];
}

function entriesOf(folder) {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

export async function startPostgres(settings = { fsync: "off" }) {
  const programs = postgresFolder();
  if (programs === undefined) throw new Error("Expected PostgreSQL to be installed.");
  const owner = ownerOf();
  const folder = mkdtempSync(join(tmpdir(), "batch-sim-pg-"));
  if (owner !== undefined) chownSync(folder, owner.uid, owner.gid);
  const data = join(folder, "data");
  const initdb = ["-D", data, "-U", USER, "-E", "UTF8", "--locale=C", "--auth=trust", "--no-sync"];
  execFileSync(join(programs, "initdb"), initdb, { cwd: folder, stdio: "ignore", ...owner });
  const options = { listen_addresses: "", unix_socket_directories: folder, ...settings };
  const args = Object.entries(options).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
  const start = () => runServer(join(programs, "postgres"), ["-D", data, ...args], folder, owner);
  let server = await start();
  const kill = () => server.kill("SIGQUIT");
  process.once("exit", kill);
  const socketPath = join(folder, `.s.PGSQL.${settings.port ?? 5432}`);
  const relay = await openRelay(socketPath);
  const others = [];
  const urlAt = (port, database = "postgres") => `postgres://${USER}@127.0.0.1:${port}/${database}`;
  const halt = async (signal) => {
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  return {
    url: (database) => urlAt(settings.port ?? relay.port, database),
    folder,
    programs,
    relay,
    openRelay: async () => {
      const other = await openRelay(socketPath);
      others.push(other);
      return { ...other, url: urlAt(other.port) };
    },
    stopServer: () => halt("SIGINT"),
    startServer: async () => {
      server = await start();
    },
    stop: async () => {
      process.off("exit", kill);
      for (const each of [relay, ...others]) await each.close();
      if (server.exitCode === null) await halt("SIGQUIT");
      rmSync(folder, { recursive: true });
    },
  };
}

/** The user that must run the server; undefined for the current user. */
function ownerOf() {
  if (process.getuid?.() !== 0) return undefined;
  const idOf = (flag, name) => Number(execFileSync("id", [flag, name], { stdio: "pipe" }));
  for (const name of OTHER_USERS) {
    try {
      return { uid: idOf("-u", name), gid: idOf("-g", name) };
    } catch {
      // The next user may exist.
    }
  }
  throw new Error(`Expected one of the users ${OTHER_USERS.join(", ")} to exist.`);
}

/** Resolves once the server accepts connections. */
async function runServer(program, args, cwd, owner) {
  const stdio = ["ignore", "ignore", "pipe"];
  const server = spawn(program, args, { cwd, stdio, ...owner });
  const lines = createInterface({ input: server.stderr });
  const log = [];
  await new Promise((resolve, reject) => {
    lines.on("line", (line) => {
      if (line.includes(READY)) resolve();
      else if (server.exitCode === null && log.length < 100) log.push(line);
    });
    server.once("error", reject);
    server.once("exit", (code) =>
      reject(new Error([`postgres ended with ${code}`, ...log].join("\n"))),
    );
  });
  return server;
}

/** Forwards connections from a free port to the server's socket. */
async function openRelay(path) {
  const clients = new Set();
  const upstreams = new Set();
  const silent = new WeakSet();
  let isCut = false;
  let isStalled = false;
  const track = (sockets, socket) => {
    sockets.add(socket);
    socket.setNoDelay?.(true).on("close", () => sockets.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    track(clients, client).on("error", () => {});
    if (isCut) return client.destroy();
    if (isStalled) return;
    const upstream = track(upstreams, connect(path)).on("error", () => {});
    upstream.on("close", () => {
      if (!silent.has(client)) client.destroy();
    });
    client.on("close", () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
  const drop = () => {
    for (const socket of [...clients, ...upstreams]) socket.destroy();
  };
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: server.address().port,
    cut: () => {
      isCut = true;
      drop();
    },
    stall: () => {
      isStalled = true;
      for (const client of clients) silent.add(client.unpipe().pause());
      // Otherwise, the server would eventually detect the dead connections.
      for (const upstream of upstreams) upstream.destroy();
    },
    mend: () => {
      isCut = false;
      isStalled = false;
    },
    close: () => {
      drop();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}
