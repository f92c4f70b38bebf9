import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Instant } from "../../core/time.ts";
import { resultInstants } from "../model/segments.ts";
import { brokenSpanOf, pan, spanEnd, spanOf, type TimeSpan, zoom } from "../model/time-scale.ts";
import type { AppState } from "./app-state.ts";

/** The part of the time that the timeline shows. */
export type TimelineSpan = {
  readonly span: ReadonlySignal<TimeSpan>;
  /** Whether everything is shown. */
  readonly isFitted: ReadonlySignal<boolean>;
  readonly zoomBy: (factor: number, share?: number) => void;
  readonly panBy: (share: number) => void;
  readonly fitAll: () => void;
  /** Shows this part of the time. */
  readonly show: (span: TimeSpan) => void;
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

/** The first and the last of some instants; none if there are none. */
function firstAndLast(instants: readonly Instant[]): readonly Instant[] {
  const sorted = instants.toSorted((a, b) => a - b);
  return [sorted[0], sorted.at(-1)].filter((at) => at !== undefined);
}

function makeSpan({ data, place }: AppState): TimelineSpan {
  const chosen: Signal<TimeSpan | undefined> = signal(undefined);
  const timelines = computed(() => data.recording.value?.timelines ?? []);
  const jobs = computed(() => {
    const created = firstAndLast(timelines.value.map(({ plan }) => plan.createdAt));
    const ends = timelines.value.map(({ plan, phases }) => phases.at(-1)?.from ?? plan.createdAt);
    return {
      created,
      ends: ends.sort((a, b) => a - b),
      results: timelines.value.flatMap(resultInstants),
    };
  });
  const calls = computed(() => {
    const { exchanges = [] } = data.recording.value ?? {};
    return firstAndLast([exchanges[0], exchanges.at(-1)].flatMap((call) => call?.at ?? []));
  });
  const fitted = computed(() => {
    const now = data.now.value;
    const { created, ends, results } = jobs.value;
    const known = [...created, ...calls.value];
    const last = Math.max(...known, ends.at(-1) ?? Number.NEGATIVE_INFINITY);
    const near = [...known, known.length === 0 ? now : Math.min(now, last + IDLE_MS)];
    const all = brokenSpanOf(near, ends, results);
    const { at } = place.value;
    // Within the margins, an instant changes nothing: the axis would move under the pointer that
    // drags it.
    return at === undefined || (at >= all.from && at <= spanEnd(all))
      ? all
      : spanOf([...near, ...ends, at]);
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
    show: (next) => {
      chosen.value = next;
    },
  };
}
