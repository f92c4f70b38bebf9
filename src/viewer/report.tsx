import { render } from "preact";
import { tracedApp } from "./recorded/traced-app.ts";
import { App } from "./ui/app.tsx";

/** Shows the trace that the page contains. */
async function open(): Promise<void> {
  const state = await tracedApp(traceParts());
  const root = document.getElementById("app");
  if (root === null) return;
  // Removes the loading message, because rendering adds to the existing content.
  root.replaceChildren();
  render(<App state={state} />, root);
}

function* traceParts(): Generator<string> {
  for (const { textContent } of document.querySelectorAll(".trace")) yield textContent ?? "";
}

void open();
