import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { text } from "node:stream/consumers";
import { expect, test } from "@jest/globals";
import { type Postgres, startPostgres } from "../../../scripts/postgres.mjs";
import { type Simulator, startSimulator } from "../../../src/index.ts";

type Asked = { readonly status: number | undefined; readonly text: string };

/** Asks over a new connection, as probes do: one that was forwarded before reaches the leader. */
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
  // A follower without its database is alive, and doesn't ask anyone to say so.
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

test("each process logs one line at each change of leader", async () => {
  await using postgres = await openDatabase();
  const replicas: { readonly sim: Simulator; readonly log: string[] }[] = [];
  for (let index = 0; index < 3; index++) {
    const log: string[] = [];
    const onNotice = (notice: string): void => void log.push(notice);
    const store = `${postgres.url()}?timeout=500&wait=60000`;
    replicas.push({ sim: await startSimulator({ store, onNotice }), log });
  }
  for (let term = 1; replicas.length > 0; term++) {
    const own = `Term ${term}: this replica leads.`;
    await until(() => replicas.every(({ log }) => log.length >= term));
    const leader = replicas.findIndex(({ log }) => log.includes(own));
    const [leading] = replicas.splice(leader, 1);
    const { leader: address } = (await leading?.sim.control.health()) ?? {};
    const others = `Term ${term}: the replica at ${address} leads.`;
    // The lines of earlier terms were checked in those.
    expect(leading?.log.slice(term - 1)).toEqual([own]);
    for (const { log } of replicas) expect(log.slice(term - 1)).toEqual([others]);
    await leading?.sim.close();
    expect(leading?.log.slice(term)).toEqual([]);
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
