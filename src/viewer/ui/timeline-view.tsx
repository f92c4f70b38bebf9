import { counted } from "../../core/counted.ts";
import { clockRate, instantText, wallText, wallTimeAt } from "../model/instants.ts";
import { titleOf } from "../model/overview.ts";
import { breakOf, instantAt, isFlagOnLeft, positionOf } from "../model/time-scale.ts";
import { useApp } from "./app-state.ts";
import { Empty } from "./empty.tsx";
import { useSize } from "./hooks.ts";
import { JobPanel } from "./job-panel.tsx";
import { LaneList } from "./lane-list.tsx";
import { TimelineAxis } from "./timeline-axis.tsx";
import { usePlotGestures } from "./timeline-span.ts";
import { TimelineToolbar } from "./timeline-toolbar.tsx";

/** On a stopped clock, the wall time of a call within this many CSS pixels is shown. */
const NEAR_PX = 8;

/** Shows every job on the axis of virtual time, and the selected job in detail. */
export function TimelineView() {
  const { data, place } = useApp();
  const { timelines, exchanges } = data.recording.value;
  const { job } = place.value;
  if (timelines.length === 0 && exchanges.length === 0) return <Empty />;
  return (
    <div class={`split ${job === "" ? "" : "has-panel"}`}>
      <Lanes />
      {job !== "" && <JobPanel key={job} jobId={job} />}
      <svg class="defs" aria-hidden="true">
        <pattern id="pattern" width="6" height="6" patternUnits="userSpaceOnUse">
          <path d="M0 6L6 0" />
        </pattern>
      </svg>
    </div>
  );
}

function Lanes() {
  const { data, axis, instant, words, nowText } = useApp();
  const span = axis.span.value;
  const breakAt = breakOf(span);
  const now = data.now.value;
  const at = instant.value;
  const { ref, width } = useSize<HTMLDivElement>();
  const gestures = usePlotGestures(axis, ref);
  const { timelines, sandbox } = data.recording.value;
  return (
    <section class="lanes" aria-label="Timeline">
      <TimelineToolbar />
      <div class="lanes-frame">
        <div class="lanes-head">
          <div class="lanes-corner">
            {counted(timelines.length, words.value.noun)} in <b>{titleOf(sandbox)}</b>
          </div>
          <div
            class="lanes-axis"
            ref={ref}
            onPointerMove={gestures.onPointerMove}
            onPointerLeave={gestures.onPointerLeave}
          >
            <TimelineAxis width={width} />
          </div>
        </div>
        <div class="lanes-body" {...gestures}>
          <LaneList width={width} />
        </div>
        <div class="lanes-overlay" aria-hidden="true">
          {breakAt !== undefined && (
            <div class="axis-break" style={{ left: `${breakAt * 100}%` }} />
          )}
          <Range />
          <Rule kind="now" share={positionOf(span, now)} text={at === now ? nowText : ""} />
          {at !== now && <Rule kind="cursor" share={positionOf(span, at)} text={instantText(at)} />}
          <HoverRule width={width} />
        </div>
      </div>
    </section>
  );
}

/** The time range that the user is selecting on the axis, if any. */
function Range() {
  const { value } = useApp().axis.range;
  if (value === undefined) return null;
  const [from, to] = value;
  return <div class="range" style={{ left: `${from * 100}%`, width: `${(to - from) * 100}%` }} />;
}

/** The line at the pointer, in its own component, so that moving it doesn't render the lanes. */
function HoverRule({ width }: { readonly width: number }) {
  const { data, axis } = useApp();
  const share = axis.hovered.value;
  const span = axis.span.value;
  if (share === undefined) return null;
  const at = instantAt(span, share);
  const { exchanges, sandbox } = data.recording.value;
  const pairs = data.reading === undefined ? exchanges : [...exchanges, data.reading.value];
  const wallAt = wallTimeAt(pairs, at, {
    rate: clockRate(sandbox.clock),
    nearMs: (NEAR_PX * (span.to - span.from)) / width,
  });
  const wall = wallAt === undefined ? "" : ` · wall ${wallText(wallAt).slice(0, 8)}`;
  return <Rule kind="hover" share={share} text={instantText(at) + wall} />;
}

type RuleProps = { readonly kind: string; readonly share: number; readonly text: string };

function Rule({ kind, share, text }: RuleProps) {
  if (share < 0 || share > 1) return null;
  return (
    <div
      class={`rule rule-${kind} ${isFlagOnLeft(share) ? "rule-left" : ""}`}
      style={{ left: `${share * 100}%` }}
    >
      {text !== "" && <span>{text}</span>}
    </div>
  );
}
