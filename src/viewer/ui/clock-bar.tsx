import { useState } from "preact/hooks";
import { formatDuration } from "../../core/time.ts";
import { dateText, TYPED_FORM, timeText, typedInstant } from "../model/instants.ts";
import { NOTHING_READ } from "../model/recording.ts";
import { act } from "./actions.tsx";
import { useApp } from "./app-state.ts";
import { Button, FieldProblem } from "./basics.tsx";

export function ClockNow() {
  const { data, isLost } = useApp();
  const now = data.now.value;
  const { clock } = data.recording.value.sandbox;
  if (data.recording.value === NOTHING_READ) return null;
  const title = `Simulated time, UTC. Clock: ${clock}.`;
  return (
    <span
      class="clock-now"
      title={isLost.value ? `${title} Last updated before the connection was lost.` : title}
    >
      <span class="dim num clock-date">{dateText(now)}</span>
      <b class="num">{timeText(now).slice(0, 8)}</b>
      <span class="clock-mode">{clock}</span>
    </span>
  );
}

export function ClockBar() {
  const app = useApp();
  const { data } = app;
  if (data.recording.value === NOTHING_READ || data.live === undefined) return null;
  const now = data.now.value;
  const next = app.nextChange.value;
  const advance = (body: object, done: string, path = "/clock/advance"): void =>
    void act(app, { method: "POST", path, body }, `Advanced the clock ${done}.`);
  return (
    <fieldset class="clock" aria-label="Clock" disabled={app.isLost.value}>
      <span class="group">
        {["1s", "1m", "1h"].map((by) => (
          <Button key={by} onClick={() => advance({ by }, `by ${by}`)}>
            +{by}
          </Button>
        ))}
        <Button
          disabled={next === undefined}
          title={
            next === undefined ? "Nothing will change" : `${app.words.value.title} ${next.jobId}`
          }
          onClick={() => next && advance({ to: next.at }, "to the next change")}
        >
          Next change{next === undefined ? "" : ` +${formatDuration(next.at - now)}`}
        </Button>
        <Button
          onClick={() =>
            advance({ idle: true }, "until everything is idle", "/clock/advance-until")
          }
        >
          Until idle
        </Button>
      </span>
      <AdvanceTo onAdvance={(to) => advance({ to }, "to this instant")} />
    </fieldset>
  );
}

/** Advances the clock to an instant that the user types. */
function AdvanceTo({ onAdvance }: { readonly onAdvance: (at: number) => void }) {
  const { data } = useApp();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  const submit = (event: Event): void => {
    event.preventDefault();
    const now = data.now.value;
    const at = typedInstant(typed, now);
    if (at === undefined) setProblem(`Expected an instant such as ${TYPED_FORM}.`);
    else if (at < now) setProblem("Expected an instant in the future. Clocks never move backward.");
    else onAdvance(at);
  };
  return (
    <form class="advance-to" onSubmit={submit}>
      <input
        aria-label="Advance to"
        placeholder="Advance to…"
        title={TYPED_FORM}
        value={typed}
        aria-invalid={problem !== ""}
        onInput={({ currentTarget }) => {
          setTyped(currentTarget.value);
          setProblem("");
        }}
      />
      <FieldProblem text={problem} />
    </form>
  );
}
