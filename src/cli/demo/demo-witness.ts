import { rowOutcomes } from "../../generate/row-outcomes.ts";
import type { Simulator } from "../../simulator/simulator.ts";
import type { FaultTrace, OddRows } from "./demo-report.ts";

/** The faults that shaped responses so far, in the scenario's order. */
export async function faultTraces(sim: Simulator): Promise<readonly FaultTrace[]> {
  const rules = await sim.control.faults.list();
  return rules
    .map(({ rule }) => {
      const shaped = sim.exchanges().filter(({ fault }) => fault === rule.name);
      return { rule, requests: shaped.map(({ method, url }) => `${method} ${url}`) };
    })
    .filter(({ requests }) => requests.length > 0);
}

/** The rows that the scenario's row rules decide instead of the generator, by outcome. */
export async function oddRows(sim: Simulator, inputs: readonly string[]): Promise<OddRows> {
  const { rows } = await sim.control.scenario.get();
  const outcomeOf = rowOutcomes(rows, sim.seed);
  const counts = new Map<string, number>();
  for (const [index, input] of inputs.entries()) {
    const kind = outcomeOf({ index, input })?.kind;
    // Values of another kind come from the generator, too.
    if (kind !== undefined && kind !== "values") counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return counts;
}

/**
 * Why the last request failed, or why one is slow, if the simulator knows: one sentence, or none.
 */
export async function causeOf(sim: Simulator): Promise<readonly string[]> {
  const { scenario, description } = sim;
  const fault = (await pendingFault(sim)) ?? sim.exchanges().at(-1)?.fault;
  if (fault === undefined && description === "") return [];
  const what = fault === undefined ? "" : `the fault \`${fault}\` of `;
  const about = description === "" ? "." : `: ${description}`;
  return [`That is ${what}the scenario \`${scenario}\`${about}`];
}

/** A fault that fired on a request that has not ended: its count exceeds the journal's. */
async function pendingFault(sim: Simulator): Promise<string | undefined> {
  const rules = await sim.control.faults.list();
  const found = rules.find(({ rule, fired }) => {
    return fired > sim.exchanges().filter(({ fault }) => fault === rule.name).length;
  });
  return found?.rule.name;
}
