import { connect, type Simulator, type SimulatorOptions, startSimulator } from "../../src/index.ts";
import { openRoundRobin } from "./round-robin.ts";

/** Number of simulators that share a database. */
const REPLICAS = 3;

/**
 * Starts simulators that share a store, behind a load balancer. The result looks like the first of them, but its URLs are the
 * load balancer's, so each request goes to another simulator. Closing it closes all of them.
 */
export async function startReplicas(options: SimulatorOptions): Promise<Simulator> {
  const first = await startSimulator(options);
  const { port: _, deploymentPort: _deployment, ...free } = options;
  const ports = options.deploymentPort === undefined ? {} : { deploymentPort: 0 };
  const others = await Promise.all(
    Array.from({ length: REPLICAS - 1 }, () => startSimulator({ ...free, ...ports })),
  );
  const all = [first, ...others];
  const balancers = new Map<string, Awaited<ReturnType<typeof openRoundRobin>>>();
  const balanced = async (url: (sim: Simulator) => string): Promise<string> => {
    const { origin } = new URL(url(first));
    if (!balancers.has(origin))
      balancers.set(origin, await openRoundRobin(all.map((sim) => Number(new URL(url(sim)).port))));
    return url(first).replace(/:\d+/, `:${balancers.get(origin)?.port}`);
  };
  const close = async (): Promise<void> => {
    for (const sim of all.reverse()) await sim.close();
    for (const balancer of balancers.values()) await balancer.close();
  };
  const controlUrl = first.controlUrl && (await balanced((sim) => sim.controlUrl ?? ""));
  const { controlToken } = options;
  const control =
    controlUrl === undefined
      ? first.control
      : connect(controlUrl, { apiKey: first.apiKey, ...(controlToken && { controlToken }) });
  return {
    ...{ ...first, control, controlUrl, close },
    clock: control.clock,
    sandbox: control.sandbox,
    baseUrl: await balanced(({ baseUrl }) => baseUrl),
    deploymentUrl: await balanced(({ deploymentUrl }) => deploymentUrl),
    [Symbol.asyncDispose]: close,
  };
}
