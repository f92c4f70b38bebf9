// Runs the image that `images.sh` has built: its root file system, read-only, as its user, in its own process and mount
// namespaces, as a container engine does. `BATCH_SIM_TEST_IMAGE` names the image. Needs root on Linux.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { networkInterfaces, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after, test } from "node:test";
import { parse } from "yaml";
import { postgresFolder, startPostgres } from "../../scripts/postgres.mjs";

const ROOT = resolve(import.meta.dirname, "..", "..");
const IMAGE = process.env.BATCH_SIM_TEST_IMAGE;

const buildah = (...args) => execFileSync("buildah", args, { encoding: "utf8" }).trim();
const { config } = JSON.parse(buildah("inspect", "--type", "image", IMAGE)).Docker;
const working = buildah("from", IMAGE);
const system = buildah("mount", working);
const data = mkdtempSync(join(tmpdir(), "batch-sim-data-"));
chmodSync(data, 0o777);

const started = [];

after(() => {
  for (const { child } of started) child.kill("SIGKILL");
  buildah("rm", working);
  rmSync(data, { recursive: true });
});

/** Mounts what `--read-only --tmpfs /tmp --volume DATA:/data` mounts, and runs the words after the first two as the image's user. */
const ENGINE = `
set -e
system=$1
mount --bind "$system" "$system"
mount -t proc proc "$system/proc"
mount --rbind /dev "$system/dev"
mount -t tmpfs -o mode=1777 tmpfs "$system/tmp"
mount --bind "$2" "$system/data"
mount --bind /etc/hosts "$system/etc/hosts"
mount -o remount,ro,bind "$system"
shift 2
exec setpriv --clear-groups --no-new-privs \\
  unshare --root "$system" --wd ${config.WorkingDir} --setgid ${config.User.split(":")[1]} --setuid ${config.User.split(":")[0]} "$@"
`;

/** A container: what it has printed, its process's ID on this machine, and its exit status. */
class Container {
  constructor(words, variables = {}) {
    const own = config.Env.map((each) => each.split(/=(.*)/s));
    const args = ["--mount", "--pid", "--fork", "--kill-child", "sh", "-c", ENGINE, "sh"];
    this.child = spawn("unshare", [...args, system, data, ...words], {
      env: { ...Object.fromEntries(own), ...variables },
    });
    started.push(this);
    this.printed = "";
    for (const stream of [this.child.stdout, this.child.stderr])
      stream.on("data", (chunk) => {
        this.printed += chunk;
        this.child.emit("printed");
      });
    this.ended = once(this.child, "close").then(([code]) => code);
  }

  /** Resolves with everything that the container has printed, once the text matches. */
  async until(pattern) {
    while (!pattern.test(this.printed)) {
      const code = await Promise.race([
        once(this.child, "printed").then(() => undefined),
        this.ended,
      ]);
      assert.equal(code, undefined, this.printed);
    }
    return this.printed;
  }

  /** Sends a signal to the container's first process, as `docker stop` does; resolves with the exit status. */
  async stop(signal) {
    const { pid } = this.child;
    const [first] = readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").split(" ");
    process.kill(Number(first), signal);
    return this.ended;
  }
}

const start = (variables, words = config.Cmd) =>
  new Container([...config.Entrypoint, ...words], variables);

async function run(words, variables) {
  const container = new Container(words, variables);
  return { code: await container.ended, printed: container.printed };
}

async function freePort() {
  const server = createServer().listen(0);
  await once(server, "listening");
  const { port } = server.address();
  await new Promise((done) => server.close(done));
  return String(port);
}

/** An address of this machine at which the network reaches it, as a published port does. */
function ownAddress() {
  const addresses = Object.values(networkInterfaces()).flat();
  return (
    addresses.find(({ family, internal }) => family === "IPv4" && !internal)?.address ?? "127.0.0.1"
  );
}

async function send(url, { token, body } = {}) {
  const headers = { authorization: "Key k", "content-type": "application/json" };
  if (token !== undefined) headers["x-sim-control-token"] = token;
  const response = await fetch(url, {
    headers,
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return { status: response.status, body: await response.json() };
}

const health = (variables) => run(config.Healthcheck.Test.slice(1), variables);

/** The names of chunks depend on the folder in which they are built. */
const named = (paths) => paths.filter((path) => !path.startsWith("dist/chunks/")).sort();

test("the image has the package's files, and no shell or package manager", () => {
  const [{ files }] = JSON.parse(
    execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
      cwd: ROOT,
      encoding: "utf8",
    }),
  );
  const found = readdirSync(join(system, "app"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) =>
      join(entry.parentPath ?? entry.path, entry.name).slice(system.length + "/app/".length),
    );
  assert.deepEqual(named(found), named(files.map(({ path }) => path)));
  for (const path of ["bin/sh", "usr/local/bin/npm"])
    assert.ok(!existsSync(join(system, path)), path);
  const { version } = JSON.parse(readFileSync(join(system, "app/package.json"), "utf8"));
  assert.equal(config.Labels["org.opencontainers.image.version"], version);
});

test("it serves other machines with a token that it prints, is healthy, and ends with SIGTERM", async () => {
  const variables = { BATCH_SIM_PORT: await freePort() };
  assert.equal((await health(variables)).code, 1);
  const container = start(variables);
  const printed = await container.until(/Ctrl\+C ends it/);
  assert.ok(
    printed.includes(`base URL        http://localhost:${variables.BATCH_SIM_PORT}\n`),
    printed,
  );
  const [, token] = /control token +(\S+)/.exec(printed);
  assert.deepEqual(await health(variables), { code: 0, printed: "" });
  const url = `http://${ownAddress()}:${variables.BATCH_SIM_PORT}`;
  assert.equal((await send(`${url}/batch-inference`, { body: { inputs: ["a"] } })).status, 200);
  assert.equal((await send(`${url}/_sim/sandboxes`)).status, 401);
  assert.equal((await send(`${url}/_sim/sandboxes`, { token })).status, 200);
  assert.equal(await container.stop("SIGTERM"), 0);
});

test("a given token is not printed, and large inputs fit in /tmp", async () => {
  const variables = { BATCH_SIM_PORT: await freePort(), BATCH_SIM_CONTROL_TOKEN: "given" };
  const container = start(variables, ["start", "--clock", "poll"]);
  assert.doesNotMatch(await container.until(/Ctrl\+C ends it/), /given|control token/);
  const url = `http://127.0.0.1:${variables.BATCH_SIM_PORT}`;
  assert.equal((await send(`${url}/_sim/sandboxes`, { token: "given" })).status, 200);
  const inputs = Array.from({ length: 12 }, () => "a".repeat(1_000_000));
  assert.equal((await send(`${url}/batch-inference`, { body: { inputs } })).status, 200);
  assert.equal(await container.stop("SIGINT"), 0);
});

test("it isn't root, and can only write to its volume and to /tmp", async () => {
  const script = `
    const written = ["/x", "/app/x", "/tmp/x", "/data/x"].filter((path) => {
      try { fs.writeFileSync(path, ""); return true; } catch { return false; }
    });
    console.log(JSON.stringify([process.pid, process.getuid(), process.getgroups(), written]));`;
  const { printed } = await run(["node", "-e", script]);
  assert.deepEqual(JSON.parse(printed), [1, 65532, [65532], ["/tmp/x", "/data/x"]]);
});

test("the compose file's replicas share a database", {
  skip: postgresFolder() === undefined && "PostgreSQL is missing",
}, async (t) => {
  const { services } = parse(readFileSync(join(ROOT, "compose.yaml"), "utf8"));
  const { environment, deploy } = services.simulator;
  const database = await startPostgres({ fsync: "off" });
  t.after(async () => {
    for (const { child } of started) child.kill("SIGKILL");
    await database.stop();
  });
  const variables = {
    ...environment,
    BATCH_SIM_STORE: database.url(),
    BATCH_SIM_CONTROL_TOKEN: "shared",
  };
  const ports = [];
  const replicas = [];
  for (let index = 0; index < deploy.replicas; index++) {
    ports.push(await freePort());
    replicas.push(start({ ...variables, BATCH_SIM_PORT: ports[index] }));
    await replicas[index].until(/Ctrl\+C ends it/);
    assert.equal((await health({ BATCH_SIM_PORT: ports[index] })).code, 0);
  }
  const [first, ...others] = ports.map((port) => `http://127.0.0.1:${port}`);
  const { body } = await send(`${first}/batch-inference`, { body: { inputs: ["a"] } });
  for (const url of others) assert.equal((await send(`${url}/jobs/${body.job_id}`)).status, 200);
  assert.equal(await replicas[0].stop("SIGTERM"), 0);
  // The next request waits until another replica leads.
  for (const url of others) assert.equal((await send(`${url}/jobs/${body.job_id}`)).status, 200);
  for (const replica of replicas.slice(1)) assert.equal(await replica.stop("SIGTERM"), 0);
});
