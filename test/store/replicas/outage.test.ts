import { expect, test } from "@jest/globals";
import { connect } from "../../../src/index.ts";
import { check, NUM_CLIENTS, Told, use } from "../clients.ts";
import { type Fleet, openFleet } from "./fleet.ts";

// The database is unavailable while clients use three replicas. The replicas report it, and everything works again when the
// database is back.

const OUTAGE_MS = Number(process.env["BATCH_SIM_OUTAGE_MS"] ?? 10_000);

type Outage = (fleet: Fleet) => Promise<void>;

const restart: Outage = async ({ postgres }) => {
  await postgres.stopServer();
  await untilFailing();
  await postgres.startServer();
};

const cut: Outage = async ({ postgres }) => {
  postgres.relay.cut();
  await untilFailing();
  await new Promise((resolve) => setTimeout(resolve, OUTAGE_MS));
  postgres.relay.mend();
};

let fleet: Fleet;

/** Every replica reports that it has no store: a service request gets 503, and its health has the reason. */
async function untilFailing(): Promise<void> {
  for (const { baseUrl, controlUrl } of await fleet.replicas()) {
    const headers = { authorization: "Key outage", "content-type": "application/json" };
    const create = { method: "POST", headers, body: '{"inputs":["a"]}' };
    await until(async () => {
      const response = await fetch(`${baseUrl}/batch-inference`, create);
      await response.arrayBuffer();
      return `${response.status} ${response.headers.get("x-sim-error")}` === "503 SIM_STORE";
    });
    await until(async () => {
      const { status, storeProblem } = await connect(controlUrl).health();
      return status === "failing" && storeProblem !== undefined;
    });
  }
}

async function untilWorking(): Promise<void> {
  for (const { controlUrl } of await fleet.replicas())
    await until(async () => (await connect(controlUrl).health()).status === "ok");
}

/** A broken connection, such as one through another replica, proves nothing. */
async function until(isSo: () => Promise<boolean>): Promise<void> {
  while (!(await isSo().catch(() => false))) await new Promise(setImmediate);
}

test.each([
  ["restarts", restart],
  ["can't be reached for a while", cut],
])(
  "everything works again after the database %s",
  async (_, outage) => {
    fleet = await openFleet("");
    const told = new Told();
    let isOver = false;
    const clients = Array.from({ length: NUM_CLIENTS }, () =>
      use(fleet.target, told, () => isOver),
    );
    try {
      while (told.jobs.size < 20) await new Promise(setImmediate);
      await outage(fleet);
      await untilWorking();
      const before = told.jobs.size;
      while (told.jobs.size < before + 20) await new Promise(setImmediate);
    } finally {
      isOver = true;
      await Promise.all(clients);
    }
    expect(told.unavailable).toBeGreaterThan(0);
    for (const replica of await fleet.replicas()) await check(replica, told);
    await fleet.killEach();
    await check(fleet.target, told);
    await fleet.close();
  },
  300_000,
);
