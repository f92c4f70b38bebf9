import type { JSX } from "preact";
import { formatDuration } from "../../core/time.ts";
import { dateText, timeText } from "../model/instant-text.ts";
import { useApp } from "./app-state.ts";
import { act } from "./notice.tsx";

const STEPS = ["1s", "1m", "1h"];

/** The sandbox's clock, and how to move it. */
export function ClockBar(): JSX.Element | null {
  const app = useApp();
  const { data } = app;
  const recording = data.recording.value;
  if (recording === undefined) return null;
  const now = data.now.value;
  const next = app.nextChange.value;
  const advance = (body: object, done: string): void =>
    void act(app, { method: "POST", path: "/clock/advance", body }, done);
  return (
    <div class="clock" role="group" aria-label="Clock">
      <span class="clock-now" title={`Virtual time, UTC. The clock is ${recording.sandbox.clock}.`}>
        <span class="dim num clock-date">{dateText(now)}</span>
        <b class="num">{timeText(now).slice(0, 8)}</b>
        <span class="clock-mode">{recording.sandbox.clock}</span>
      </span>
      {data.live === undefined ? null : (
        <span class="group">
          {STEPS.map((by) => (
            <button
              key={by}
              type="button"
              onClick={() => advance({ by }, `Advanced the clock by ${by}.`)}
            >
              +{by}
            </button>
          ))}
          <button
            type="button"
            disabled={next === undefined}
            title={next === undefined ? "Nothing will change" : `Job ${next.jobId}`}
            onClick={() =>
              next && advance({ to: next.at }, "Advanced the clock to the next change.")
            }
          >
            Next change{next === undefined ? "" : ` +${formatDuration(next.at - now)}`}
          </button>
          <button
            type="button"
            onClick={() =>
              void act(
                app,
                { method: "POST", path: "/clock/advance-until", body: { idle: true } },
                "Advanced the clock until everything is idle.",
              )
            }
          >
            Until idle
          </button>
        </span>
      )}
    </div>
  );
}
