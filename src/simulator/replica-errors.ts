import { SimulatorError } from "../core/errors.ts";
import type { PostgresAddress } from "../stores/stores.ts";

/** Why a process can't respond, although the database is there. */
export function noLeaderIn({ name }: PostgresAddress): SimulatorError {
  return new SimulatorError(
    "SIM_STORE",
    `Failed to reach the simulator that leads those with the store \`${name}\`: it is starting, or can't be reached from here. Retry, or check that they can connect to each other.`,
  );
}

/** Why a process can't show its state at once. */
export function otherLeadsIn({ name }: PostgresAddress): SimulatorError {
  return new SimulatorError(
    "SIM_STORE",
    `Failed to read the state of this process: another one with the store \`${name}\` has it. Use \`control\`, which reaches that process.`,
  );
}

/** Why a process that has begun to lead can't show its state at once. */
export function stillReading(): SimulatorError {
  return new SimulatorError(
    "SIM_STORE",
    "Failed to read the state of this process: it is still being read from the store. Use `control`, which waits for that.",
  );
}

/** Why a process can't join others. */
export function otherOptionsIn({ name }: PostgresAddress, difference: string): SimulatorError {
  return new SimulatorError(
    "SIM_STORE",
    `Failed to join the replicas with the store \`${name}\`: the leader was started with other options: ${difference}. Start all replicas with the same options; to change them, stop all replicas first.`,
  );
}

/** A failure to read or write a store. */
export function storeErrorOf(error: unknown): SimulatorError {
  if (error instanceof SimulatorError) return error;
  return new SimulatorError("SIM_STORE", `Failed to read the store: ${error}.`, { cause: error });
}
