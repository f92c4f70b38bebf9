import type { Timelines } from "../state/timelines.ts";
import { inSlices } from "./in-slices.ts";

const running = new WeakMap<Timelines, Promise<void>>();

/**
 * Prepares a sandbox's timelines if that takes long, while other work runs. Everything that adds facts must wait for it, or
 * else it might never end: see `whilePreparing`. Undefined if there is nothing to wait for.
 */
export function prepareTimelines(timelines: Timelines): Promise<void> | undefined {
  const known = running.get(timelines);
  if (known !== undefined || !timelines.takesLong) return known;
  const preparing = prepare(timelines).finally(() => running.delete(timelines));
  running.set(timelines, preparing);
  return preparing;
}

/** Resolves when the timelines that are being prepared are; undefined if there are none. */
export function whilePreparing(timelines: Timelines): Promise<void> | undefined {
  return running.get(timelines);
}

/** Requests that have begun before may still add facts. */
async function prepare(timelines: Timelines): Promise<void> {
  while (timelines.takesLong) await inSlices(timelines.inSteps());
}
