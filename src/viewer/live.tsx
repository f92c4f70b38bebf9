import { signal } from "@preact/signals";
import { render, type TargetedSubmitEvent } from "preact";
import { useState } from "preact/hooks";
import { messageOf } from "../core/errors.ts";
import { send } from "./live/control-client.ts";
import { LiveSource } from "./live/live-source.ts";
import { readPlace } from "./model/place.ts";
import { tracedApp } from "./recorded/traced-app.ts";
import { App } from "./ui/app.tsx";
import { type AppState, appState } from "./ui/app-state.ts";
import { Button } from "./ui/basics.tsx";

const source = new LiveSource();
const ended = new AbortController();
const live = appState(source, { openTrace, signal: ended.signal });
/** The state for a trace that the user opened; undefined while the page shows the simulator. */
const traced = signal<AppState | undefined>(undefined);

/** Opens the sandbox that the address names. */
async function open(): Promise<void> {
  const sandbox = await source.select(readPlace(location.hash).sandbox);
  if (source.failure.value === undefined) live.goTo({ sandbox });
}

/** Shows a trace until the page is reloaded. Resolves with an error message; empty if none. */
async function openTrace(file: File): Promise<string> {
  const { hash } = location;
  try {
    const text = await file.text();
    history.replaceState(null, "", "#");
    traced.value = await tracedApp([text], { file: file.name });
  } catch (error) {
    history.replaceState(null, "", hash);
    return `Failed to open ${file.name}: ${messageOf(error)}.`;
  }
  ended.abort();
  source.close();
  return "";
}

function Page() {
  const failure = source.failure.value;
  if (traced.value !== undefined) return <App key="trace" state={traced.value} />;
  if (failure === undefined) return <App state={live} />;
  if (failure.code === "SIM_CONTROL_TOKEN") return <Login />;
  return (
    <main class="login">
      <h1>batch-sim</h1>
      <p role="alert">{failure.message}</p>
      <Button class="primary" onClick={() => void open()}>
        Try again
      </Button>
    </main>
  );
}

const root = document.getElementById("app");
if (root !== null) render(<Page />, root);
void open();

/** Asks for the control token, which the server then keeps in a cookie that scripts can't read. */
function Login() {
  const [problem, setProblem] = useState("");
  const submit = async (event: TargetedSubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    const token = String(new FormData(event.currentTarget).get("token") ?? "");
    try {
      await send({ method: "POST", path: "/ui/login", body: { token } }, "");
      void open();
    } catch {
      setProblem("This is not the simulator's control token.");
    }
  };
  return (
    <main class="login">
      <form onSubmit={(event) => void submit(event)}>
        <h1>batch-sim</h1>
        <p class="dim">
          Enter the value of <code>--control-token</code>, or the token in the log.
        </p>
        <label>
          Control token
          <input name="token" type="password" autocomplete="current-password" required />
        </label>
        <p class="problem" role="alert">
          {problem}
        </p>
        <button type="submit" class="primary">
          Log in
        </button>
      </form>
    </main>
  );
}
