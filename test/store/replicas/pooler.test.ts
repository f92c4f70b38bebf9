import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { startSimulator } from "../../../src/index.ts";

/**
 * A pooler in transaction mode with one session, for clients that send one request after another. The first client opens the
 * session, and the others get the same greeting.
 */
function openPooler(port: number): Server {
  const session = connect(port, "127.0.0.1");
  let current: Socket | undefined;
  let greeting: Buffer | undefined;
  session.on("data", (chunk) => {
    greeting ??= chunk;
    current?.write(chunk);
  });
  session.on("error", () => {});
  const server = createServer((client) => {
    let isGreeted = false;
    client.on("error", () => {});
    client.on("data", (chunk) => {
      current = client;
      if (!isGreeted && greeting !== undefined) client.write(greeting);
      // A client that disconnects doesn't end the session.
      else if (chunk[0] !== "X".charCodeAt(0)) session.write(chunk);
      isGreeted = true;
    });
  });
  server.once("close", () => session.destroy());
  return server.listen(0, "127.0.0.1");
}

/** Starts PostgreSQL behind a pooler, on a separate port. */
async function startPooled(
  open: (port: number) => Server,
): Promise<AsyncDisposable & { readonly port: number }> {
  const postgres = await startPostgres();
  const pooler = open(Number(new URL(postgres.url()).port));
  await once(pooler, "listening");
  return {
    port: (pooler.address() as AddressInfo).port,
    [Symbol.asyncDispose]: async () => {
      pooler.close();
      await postgres.stop();
    },
  };
}

test("a database whose connections share sessions is refused", async () => {
  await using pooler = await startPooled(openPooler);
  const { port } = pooler;
  const name = `postgres://sim@127.0.0.1:${port}/postgres`;
  await expect(startSimulator({ store: name })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to use the store \`${name}\`: its connections share sessions, as with PgBouncer in transaction mode, so replicas can't lock the store. Use session mode, or connect to PostgreSQL directly.`,
  });
}, 60_000);

/** The message that begins a session, without one of its settings. */
function withoutSetting(startup: Buffer, name: string): Buffer {
  const [, ...texts] = startup.toString("latin1", 7).split("\0");
  const index = texts.indexOf(name);
  if (index >= 0) texts.splice(index, 2);
  const settings = Buffer.from(texts.join("\0"), "latin1");
  const length = Buffer.alloc(4);
  length.writeUInt32BE(8 + settings.byteLength);
  return Buffer.concat([length, startup.subarray(4, 8), settings]);
}

/** A pooler in session mode that ignores a setting. */
function openIgnoringPooler(port: number, setting: string): Server {
  const server = createServer((client) => {
    const session = connect(port, "127.0.0.1");
    client.once("data", (startup) => {
      session.write(withoutSetting(startup, setting));
      client.pipe(session);
    });
    session.pipe(client);
    for (const socket of [client, session]) socket.on("error", () => {});
  });
  return server.listen(0, "127.0.0.1");
}

test("a database that ignores a session's settings is refused", async () => {
  await using pooler = await startPooled((port) => openIgnoringPooler(port, "search_path"));
  const { port } = pooler;
  const name = `postgres://sim@127.0.0.1:${port}/postgres`;
  await expect(startSimulator({ store: name })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to use the store \`${name}\`: a session's \`search_path\` is \`"$user", public\` instead of \`batch_sim\`; PgBouncer, for example, can ignore settings. Use \`ALTER ROLE … SET search_path = batch_sim\`, or connect to PostgreSQL directly.`,
  });
}, 60_000);
