import { type JSX, render } from "preact";
import { LiveSource } from "./live/live-source.ts";
import { readPlace } from "./model/place.ts";
import { App } from "./ui/app.tsx";
import { appState, goTo } from "./ui/app-state.ts";
import { Failure } from "./ui/failure.tsx";
import { Login } from "./ui/login.tsx";

const source = new LiveSource();
const state = appState(source.source());

/** Opens the sandbox that the address names. */
async function open(): Promise<void> {
  const sandbox = await source.open(readPlace(location.hash).sandbox);
  if (source.failure.value === undefined) goTo(state.place, { sandbox });
}

function Page(): JSX.Element {
  const failure = source.failure.value;
  if (failure?.code === "SIM_CONTROL_TOKEN") return <Login onDone={() => void open()} />;
  if (failure !== undefined) return <Failure error={failure} onRetry={() => void open()} />;
  return <App state={state} />;
}

const root = document.getElementById("app");
if (root !== null) render(<Page />, root);
void open();
