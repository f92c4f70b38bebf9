/** The states of a process that shares its state with others. */
export type ReplicaState =
  /** The process tries to reach the database. */
  | "connecting"
  /** The process forwards connections to the leader, and waits for the lock. */
  | "following"
  /** The process has the lock, and reads the state; connections wait. */
  | "opening"
  /** The process serves connections. */
  | "leading"
  /** The process has lost the lock: it discards the state, and cuts off responses. */
  | "stepping down"
  | "closed";

/** The events that move a process from one state to another. */
export type ReplicaEvent =
  | "database reached"
  | "lock taken"
  | "state read"
  /** The connection to the database failed, or the state could not be read. */
  | "failed"
  | "stepped down"
  | "closed";

/** Every possible transition. */
export const REPLICA_TRANSITIONS: Readonly<
  Record<ReplicaState, Readonly<Partial<Record<ReplicaEvent, ReplicaState>>>>
> = {
  connecting: { "database reached": "following", failed: "connecting", closed: "closed" },
  following: { "lock taken": "opening", failed: "connecting", closed: "closed" },
  opening: { "state read": "leading", failed: "stepping down", closed: "closed" },
  leading: { failed: "stepping down", closed: "closed" },
  "stepping down": { "stepped down": "connecting", closed: "closed" },
  closed: {},
};

/** The state after an event. Throws a RangeError if the event can't happen in this state. */
export function stateAfter(state: ReplicaState, event: ReplicaEvent): ReplicaState {
  const next = REPLICA_TRANSITIONS[state][event];
  if (next === undefined)
    throw new RangeError(`Expected no event \`${event}\` in the state \`${state}\`.`);
  return next;
}
