import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { type Simulator, startSimulator } from "../../../src/index.ts";

type Asked = { readonly status: number | undefined; readonly text: string };

/** Sends a request over a new connection, as probes do: a connection that was forwarded before reaches the leader. */
async function ask({ controlUrl }: Simulator, path: string): Promise<Asked> {
  const [response] = (await once(get(`${controlUrl}${path}`, { agent: false }), "response")) as [
    IncomingMessage,
  ];
  return { status: response.statusCode, text: await text(response) };
}

async function readiness(sim: Simulator): Promise<readonly unknown[]> {
  const { status, text } = await ask(sim, "/readyz");
  return [status, JSON.parse(text)];
}

async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await new Promise((resolve) => setTimeout(resolve, 20));
}

async function openDatabase(): Promise<Postgres & AsyncDisposable> {
  const postgres = await startPostgres();
  return { ...postgres, [Symbol.asyncDispose]: postgres.stop };
}

test("each replica responds to probes itself, and says who leads", async () => {
  await using postgres = await openDatabase();
  const ownRelay = await postgres.openRelay();
  const notices: Record<"first" | "second", string[]> = { first: [], second: [] };
  const start = (name: "first" | "second", url: string): Promise<Simulator> =>
    startSimulator({
      store: `${url}?timeout=500&wait=60000`,
      onNotice: (notice) => void notices[name].push(notice),
    });
  await using first = await start("first", postgres.url());
  await using second = await start("second", ownRelay.url);
  const { leader } = await first.control.health();
  expect(leader).toMatch(/^127\.0\.0\.1:\d+$/);
  const known = { leader, term: 1 };
  // Everything but probes is for the leader.
  expect(await second.control.health()).toMatchObject({ role: "leader", ...known });
  expect(await readiness(first)).toEqual([200, { status: "ok", role: "leader", ...known }]);
  await until(() => notices.second.length > 0);
  expect(await readiness(second)).toEqual([200, { status: "ok", role: "follower", ...known }]);
  const metrics = await ask(second, "/metrics");
  expect(metrics.text).toContain('\nbatch_sim_role{role="follower"} 1\n');
  expect(metrics.text).toContain("\nbatch_sim_takeovers_total 0\n");
  expect(notices).toEqual({
    first: ["Term 1: this replica leads."],
    second: [`Term 1: the replica at ${leader} leads.`],
  });
  // A follower without its database is alive, and needs no other process to report that.
  ownRelay.cut();
  expect((await ask(second, "/livez")).status).toBe(200);
  await until(async () => (await readiness(second))[0] === 503);
  expect(await readiness(second)).toEqual([
    503,
    {
      ...{ status: "failing", role: "follower", ...known },
      problem: expect.stringMatching(/^Failed to use the store `postgres:\/\/sim@127\.0\.0\.1:/),
    },
  ]);
  ownRelay.mend();
  await until(async () => (await readiness(second))[0] === 200);
  await first.close();
  await until(() => notices.second.includes("Term 2: this replica leads."));
  const { leader: successor } = await second.control.health();
  expect(successor).not.toBe(leader);
  const expected = { status: "ok", role: "leader", leader: successor, term: 2 };
  expect(await readiness(second)).toEqual([200, expected]);
  expect((await ask(second, "/metrics")).text).toContain("\nbatch_sim_takeovers_total 1\n");
}, 120_000);

type Logging = AsyncDisposable & { readonly sim: Simulator; readonly log: readonly string[] };

async function startLogging(url: string): Promise<Logging> {
  const log: string[] = [];
  const onNotice = (notice: string): void => void log.push(notice);
  const sim = await startSimulator({ store: `${url}?timeout=500&wait=60000`, onNotice });
  return { sim, log, [Symbol.asyncDispose]: sim.close };
}

test("each process logs one line at each change of leader", async () => {
  await using postgres = await openDatabase();
  await using first = await startLogging(postgres.url());
  await using second = await startLogging(postgres.url());
  await using third = await startLogging(postgres.url());
  const replicas = [first, second, third];
  for (let term = 1; replicas.length > 0; term++) {
    await until(() => replicas.every(({ log }) => log.length >= term));
    // A follower checks twice a second which process leads.
    const later = performance.now() + 1200;
    await until(() => performance.now() > later);
    const own = `Term ${term}: this replica leads.`;
    const index = replicas.findIndex(({ log }) => log.includes(own));
    const [leading = first] = replicas.splice(index, 1);
    const { leader } = await leading.sim.control.health();
    // Lines of earlier terms were checked during those terms.
    expect(leading.log.slice(term - 1)).toEqual([own]);
    for (const { log } of replicas)
      expect(log.slice(term - 1)).toEqual([`Term ${term}: the replica at ${leader} leads.`]);
    await leading.sim.close();
  }
}, 120_000);

test("a leader without its database is alive but not ready, and is ready again without another request", async () => {
  await using postgres = await openDatabase();
  const store = `${postgres.url()}?timeout=300`;
  await using sim = await startSimulator({ store, onNotice: () => {} });
  expect((await readiness(sim))[0]).toBe(200);
  postgres.relay.stall();
  await until(async () => (await readiness(sim))[0] === 503);
  expect((await ask(sim, "/livez")).status).toBe(200);
  postgres.relay.mend();
  await until(async () => (await readiness(sim))[0] === 200);
}, 120_000);
