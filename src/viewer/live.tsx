import { signal } from "@preact/signals";
import { type JSX, render } from "preact";
import { LiveSource } from "./live/live-source.ts";
import { readPlace } from "./model/place.ts";
import { tracedApp } from "./recorded/traced-app.ts";
import { App } from "./ui/app.tsx";
import { type AppState, appState, goTo } from "./ui/app-state.ts";
import { Login } from "./ui/login.tsx";

const source = new LiveSource();
const ended = new AbortController();
const live = appState(source.source(), { openTrace, signal: ended.signal });
/** A trace that is shown instead of the simulator. */
const traced = signal<AppState | undefined>(undefined);

/** Opens the sandbox that the address names. */
async function open(): Promise<void> {
  const sandbox = await source.open(readPlace(location.hash).sandbox);
  if (source.failure.value === undefined) goTo(live.place, { sandbox });
}

/** Shows a trace until the page is loaded again; resolves with what is wrong with the file, if anything. */
async function openTrace(file: File): Promise<string> {
  const { hash } = location;
  try {
    const text = await file.text();
    history.replaceState(null, "", "#");
    traced.value = await tracedApp([text], { file: file.name });
  } catch (error) {
    history.replaceState(null, "", hash);
    return `Failed to open ${file.name}: ${error instanceof Error ? error.message : String(error)}.`;
  }
  ended.abort();
  source.close();
  return "";
}

function Page(): JSX.Element {
  const failure = source.failure.value;
  if (traced.value !== undefined) return <App key="trace" state={traced.value} />;
  if (failure?.code === "SIM_CONTROL_TOKEN") return <Login onDone={() => void open()} />;
  if (failure !== undefined) return <Failure error={failure} onRetry={() => void open()} />;
  return <App state={live} />;
}

const root = document.getElementById("app");
if (root !== null) render(<Page />, root);
void open();

/** Says why the simulator can't be shown. */
function Failure({
  error,
  onRetry,
}: {
  readonly error: Error;
  readonly onRetry: () => void;
}): JSX.Element {
  return (
    <main class="login">
      <h1>batch-sim</h1>
      <p role="alert">{error.message}</p>
      <button type="button" class="primary" onClick={onRetry}>
        Try again
      </button>
    </main>
  );
}
