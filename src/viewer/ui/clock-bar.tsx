import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { formatDuration } from "../../core/time.ts";
import { dateText, timeText } from "../model/instant-text.ts";
import { TYPED_FORM, typedInstant } from "../model/typed-instant.ts";
import { useApp } from "./app-state.ts";
import { act } from "./notice.tsx";

const STEPS = ["1s", "1m", "1h"];

/** The instant on the sandbox's clock. */
export function ClockNow(): JSX.Element | null {
  const { data, isLost } = useApp();
  const recording = data.recording.value;
  if (recording === undefined) return null;
  const now = data.now.value;
  const { clock } = recording.sandbox;
  const title = `Virtual time, UTC. The clock is ${clock}.`;
  return (
    <span
      class="clock-now"
      title={isLost.value ? `${title} It was read before the connection was lost.` : title}
    >
      <span class="dim num clock-date">{dateText(now)}</span>
      <b class="num">{timeText(now).slice(0, 8)}</b>
      <span class="clock-mode">{clock}</span>
    </span>
  );
}

/** Moves the sandbox's clock. */
export function ClockBar(): JSX.Element | null {
  const app = useApp();
  const { data } = app;
  if (data.recording.value === undefined || data.live === undefined) return null;
  const now = data.now.value;
  const next = app.nextChange.value;
  const advance = (body: object, done: string): void =>
    void act(app, { method: "POST", path: "/clock/advance", body }, done);
  return (
    <fieldset class="clock" aria-label="Clock" disabled={app.isLost.value}>
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
          onClick={() => next && advance({ to: next.at }, "Advanced the clock to the next change.")}
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
      <AdvanceTo onAdvance={(to) => advance({ to }, "Advanced the clock to this instant.")} />
    </fieldset>
  );
}

/** Advances the clock to an instant that the reader types. */
function AdvanceTo({ onAdvance }: { readonly onAdvance: (at: number) => void }): JSX.Element {
  const { data } = useApp();
  const typed = useSignal("");
  const problem = useSignal("");
  const submit = (): void => {
    const now = data.now.value;
    const at = typedInstant(typed.value, now);
    problem.value =
      at === undefined
        ? `Expected an instant such as ${TYPED_FORM}.`
        : at < now
          ? "Expected an instant in the future: time never goes back."
          : "";
    if (at !== undefined && at >= now) onAdvance(at);
  };
  return (
    <form
      class="advance-to"
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <input
        aria-label="Advance to"
        placeholder="Advance to…"
        title={TYPED_FORM}
        value={typed}
        aria-invalid={problem.value !== ""}
        onInput={({ currentTarget }) => {
          typed.value = currentTarget.value;
          problem.value = "";
        }}
      />
      {problem.value === "" ? null : (
        <span class="field-problem" role="alert">
          {problem}
        </span>
      )}
    </form>
  );
}
