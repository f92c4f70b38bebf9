import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { startSimulator } from "../../../src/index.ts";

/**
 * A pooler in transaction mode with one session, for clients that send one request after another: the first client opens the session,
 * and the others get the same greeting.
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
      // A client that leaves doesn't end the session.
      else if (chunk[0] !== "X".charCodeAt(0)) session.write(chunk);
      isGreeted = true;
    });
  });
  server.once("close", () => session.destroy());
  return server.listen(0, "127.0.0.1");
}

test("a database whose connections share sessions is refused", async () => {
  const postgres = await startPostgres();
  const pooler = openPooler(Number(new URL(postgres.url()).port));
  await once(pooler, "listening");
  const { port } = pooler.address() as AddressInfo;
  const name = `postgres://sim@127.0.0.1:${port}/postgres`;
  await expect(startSimulator({ store: name })).rejects.toMatchObject({
    code: "SIM_STORE",
    message: `Failed to use the store \`${name}\`: its connections share sessions, as with PgBouncer in transaction mode, so replicas could not lock it. Use session mode, or connect to PostgreSQL directly.`,
  });
  pooler.close();
  await postgres.stop();
}, 60_000);
