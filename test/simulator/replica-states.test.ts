import { expect, test } from "@jest/globals";
import {
  REPLICA_TRANSITIONS,
  type ReplicaEvent,
  type ReplicaState,
  stateAfter,
} from "../../src/simulator/leadership.ts";

const STATES = Object.keys(REPLICA_TRANSITIONS) as ReplicaState[];

const EVENTS: readonly ReplicaEvent[] = [
  "database reached",
  "lock taken",
  "state read",
  "failed",
  "stepped down",
  "closed",
];

/** Every transition: a state, an event, and the next state. */
const POSSIBLE: readonly (readonly [ReplicaState, ReplicaEvent, ReplicaState])[] = [
  ["connecting", "database reached", "following"],
  ["connecting", "failed", "connecting"],
  ["connecting", "closed", "closed"],
  ["following", "lock taken", "opening"],
  ["following", "failed", "connecting"],
  ["following", "closed", "closed"],
  ["opening", "state read", "leading"],
  ["opening", "failed", "stepping down"],
  ["opening", "closed", "closed"],
  ["leading", "failed", "stepping down"],
  ["leading", "closed", "closed"],
  ["stepping down", "stepped down", "connecting"],
  ["stepping down", "closed", "closed"],
];

test.each(POSSIBLE)("from %s, after %s, a replica is %s", (state, event, next) => {
  expect(stateAfter(state, event)).toBe(next);
});

test("no other transition is possible", () => {
  const isPossible = (state: ReplicaState, event: ReplicaEvent): boolean =>
    POSSIBLE.some(([from, on]) => from === state && on === event);
  for (const state of STATES)
    for (const event of EVENTS)
      if (!isPossible(state, event))
        expect(() => stateAfter(state, event)).toThrow(
          `Expected no event \`${event}\` in the state \`${state}\`.`,
        );
});
