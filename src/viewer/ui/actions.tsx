import { signal } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { type Issue, messageOf, SimulatorError } from "../../core/errors.ts";
import { type ControlCall, curlOf } from "../model/commands.ts";
import { type AppState, useApp } from "./app-state.ts";
import { CloseButton, Command, CopyButton } from "./basics.tsx";

const said = signal<{ text: string; curl: string; isError: boolean } | undefined>(undefined);

/** Sends a change and shows the outcome. Resolves with the request's issues; empty if accepted. */
export async function act(
  app: AppState,
  call: ControlCall,
  done: string,
  showsIssues = false,
): Promise<readonly Issue[]> {
  const curl = commandOf(app, call);
  try {
    await app.data.live?.send(call);
    said.value = { text: done, curl, isError: false };
    return [];
  } catch (error) {
    const issues = error instanceof SimulatorError ? error.issues : [];
    const isShown = !showsIssues || issues.length === 0;
    said.value = isShown ? { text: messageOf(error), curl, isError: true } : undefined;
    return issues;
  }
}

function commandOf({ data }: AppState, call: ControlCall): string {
  return curlOf(call, { origin: data.origin, sandbox: data.recording.value.sandbox.name });
}

/** Shows the last action and the equivalent command. */
export function Notice() {
  const { value } = said;
  const close = (): void => {
    said.value = undefined;
  };
  return (
    <div class="notice-place" role="status">
      {value !== undefined && (
        <div class={`notice ${value.isError ? "notice-error" : ""}`}>
          <p>{value.text}</p>
          <p class="notice-curl">
            <code>{value.curl}</code>
            <CopyButton text={value.curl} />
          </p>
          <CloseButton onClose={close} />
        </div>
      )}
    </div>
  );
}

/** A form for one action, with the equivalent command. */
export function Card(props: {
  readonly title: string;
  readonly about: string;
  readonly call: ControlCall;
  readonly action: string;
  /** Message to the user once the action is done. */
  readonly done: string;
  readonly isDisabled?: boolean;
  /** Called with the request's problems, which the form shows; empty if it was accepted. */
  readonly onIssues?: (issues: readonly Issue[]) => void;
  readonly children?: ComponentChildren;
}) {
  const app = useApp();
  const { title, about, call, action, done, isDisabled = false, onIssues, children } = props;
  return (
    <form
      class="card"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void act(app, call, done, onIssues !== undefined).then(onIssues);
      }}
    >
      <h2>{title}</h2>
      <p class="dim">{about}</p>
      {children}
      <div class="card-foot">
        <button type="submit" class="primary" disabled={isDisabled}>
          {action}
        </button>
        <CurlLine call={call} />
      </div>
    </form>
  );
}

export function CurlLine({ call }: { readonly call: ControlCall }) {
  return <Command text={commandOf(useApp(), call)} />;
}
