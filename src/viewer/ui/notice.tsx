import { signal } from "@preact/signals";
import type { JSX } from "preact";
import { ControlError, type ProblemIssue } from "../live/control-client.ts";
import { type ControlCall, curlOf } from "../model/control-call.ts";
import { type AppState, useApp } from "./app-state.ts";
import { CopyButton } from "./copy-button.tsx";
import { CloseButton } from "./panel.tsx";

type Said = { readonly text: string; readonly curl: string; readonly isError: boolean };

const said = signal<Said | undefined>(undefined);

/**
 * Sends a request that changes something, and shows the outcome. Resolves with the problems in the
 * request, which the caller may show instead.
 */
export async function act(
  { data }: AppState,
  call: ControlCall,
  done: string,
  showsIssues = false,
): Promise<readonly ProblemIssue[]> {
  const sandbox = data.recording.value?.sandbox.name ?? "";
  const curl = curlOf(call, { origin: data.origin, sandbox });
  try {
    await data.live?.send(call);
    said.value = { text: done, curl, isError: false };
    return [];
  } catch (error) {
    const text = error instanceof Error ? error.message : String(error);
    const issues = error instanceof ControlError ? error.issues : [];
    said.value = showsIssues && issues.length > 0 ? undefined : { text, curl, isError: true };
    return issues;
  }
}

/** The last action, and its equivalent command. */
export function Notice(): JSX.Element {
  const { value } = said;
  return (
    <div class="notice-place" role="status">
      {value === undefined ? null : (
        <div class={`notice ${value.isError ? "notice-error" : ""}`}>
          <p>{value.text}</p>
          <p class="notice-curl">
            <code>{value.curl}</code>
            <CopyButton text={value.curl} label="Copy" />
          </p>
          <CloseButton
            onClose={() => {
              said.value = undefined;
            }}
          />
        </div>
      )}
    </div>
  );
}

/** The command that does the same as a form. */
export function CurlLine({ call }: { readonly call: ControlCall }): JSX.Element {
  const { data } = useApp();
  const sandbox = data.recording.value?.sandbox.name ?? "";
  const curl = curlOf(call, { origin: data.origin, sandbox });
  return (
    <div class="curl">
      <code>{curl}</code>
      <CopyButton text={curl} label="Copy" />
    </div>
  );
}
