import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { extentOf } from "../model/segments.ts";
import { pan, spanOf, type TimeSpan, zoom } from "../model/time-scale.ts";
import type { AppState } from "./app-state.ts";

/** The part of the time that the timeline shows. */
export type TimelineSpan = {
  readonly span: ReadonlySignal<TimeSpan>;
  /** Whether everything is shown. */
  readonly isFitted: ReadonlySignal<boolean>;
  readonly zoomBy: (factor: number, share?: number) => void;
  readonly panBy: (share: number) => void;
  readonly fitAll: () => void;
};

/** A clock that runs on after the last change moves the view by no more than this. */
const IDLE_MS = 60_000;

const spans = new WeakMap<AppState, TimelineSpan>();

/** The timeline's span, which outlives its view. */
export function timelineSpan(app: AppState): TimelineSpan {
  const known = spans.get(app) ?? makeSpan(app);
  spans.set(app, known);
  return known;
}

function makeSpan({ data, place }: AppState): TimelineSpan {
  const chosen: Signal<TimeSpan | undefined> = signal(undefined);
  const timelines = computed(() => data.recording.value?.timelines ?? []);
  const jobs = computed(() => extentOf(timelines.value));
  const calls = computed(() => {
    const { exchanges = [] } = data.recording.value ?? {};
    return [exchanges[0]?.at, exchanges.at(-1)?.at].filter((at) => at !== undefined);
  });
  const fitted = computed(() => {
    const now = data.now.value;
    const { from = now, to = now } = jobs.value ?? {};
    const instants =
      jobs.value === undefined ? [now, ...calls.value] : [from, to, Math.min(now, to + IDLE_MS)];
    const all = spanOf(instants);
    const { at } = place.value;
    // Within the margins, an instant changes nothing: the axis would move under the pointer that
    // drags it.
    return at === undefined || (at >= all.from && at <= all.to) ? all : spanOf([...instants, at]);
  });
  const span = computed(() => chosen.value ?? fitted.value);
  return {
    span,
    isFitted: computed(() => chosen.value === undefined),
    zoomBy: (factor, share) => {
      chosen.value = zoom(span.value, factor, share);
    },
    panBy: (share) => {
      chosen.value = pan(span.value, share);
    },
    fitAll: () => {
      chosen.value = undefined;
    },
  };
}
