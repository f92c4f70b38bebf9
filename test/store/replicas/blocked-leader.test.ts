import { expect, test } from "@jest/globals";
import { startPostgres } from "../../../scripts/postgres.mjs";
import { LeaderLock } from "../../../src/stores/postgres/leader-lock.ts";
import { postgresAddressOf } from "../../../src/stores/postgres/postgres-address.ts";
import { postgresClient } from "../../../src/stores/postgres/postgres-client.ts";

test("a leader that dies while its change waits for another session's lock loses its seat at once", async () => {
  const postgres = await startPostgres();
  try {
    const ownRelay = await postgres.openRelay();
    const address = postgresAddressOf(postgres.url());
    const dying = await LeaderLock.of(postgresAddressOf(ownRelay.url));
    const leading = await dying.take(undefined);
    const other = await postgresClient(address, { max: 1 });
    // The package reserves only a connection that is open.
    await other`SELECT 1`;
    const session = await other.reserve();
    await session`BEGIN`;
    await session.unsafe(`LOCK TABLE ${address.schema}.value IN ACCESS EXCLUSIVE MODE`);
    const waiting = leading?.transaction(() => leading.run("DELETE FROM value"));
    const isLocked = async (): Promise<boolean> => {
      const rows =
        await session`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'relation'`;
      return rows.length > 0;
    };
    while (!(await isLocked()));
    ownRelay.cut();
    await expect(waiting).rejects.toThrow();
    const next = await LeaderLock.of(address);
    // The other session still has its lock.
    const successor = await next.take(undefined);
    expect(successor?.leader.term).toBe(2);
    expect(await isLocked()).toBe(false);
    await session`COMMIT`;
    session.release();
    await successor?.close();
    await next.close();
    await dying.close();
    await other.end();
  } finally {
    await postgres.stop();
  }
}, 60_000);
