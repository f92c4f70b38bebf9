import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import { instantsOf } from "../model/segments.ts";
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

const spans = new WeakMap<AppState, TimelineSpan>();

/** The timeline's span, which outlives its view. */
export function timelineSpan(app: AppState): TimelineSpan {
  const known = spans.get(app) ?? makeSpan(app);
  spans.set(app, known);
  return known;
}

function makeSpan({ data, place }: AppState): TimelineSpan {
  const chosen: Signal<TimeSpan | undefined> = signal(undefined);
  const fitted = computed(() => {
    const timelines = data.recording.value?.timelines ?? [];
    const calls = data.recording.value?.exchanges ?? [];
    const instants = [...instantsOf(timelines, data.now.value)];
    if (timelines.length === 0) instants.push(...calls.map(({ at }) => at));
    const all = spanOf(instants);
    const { at } = place.value;
    // Within the margins, an instant changes nothing: the axis would move under the pointer that drags it.
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
