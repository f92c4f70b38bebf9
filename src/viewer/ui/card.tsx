import type { ComponentChildren, JSX } from "preact";
import type { ProblemIssue } from "../live/control-client.ts";
import type { ControlCall } from "../model/control-call.ts";
import { useApp } from "./app-state.ts";
import { act, CurlLine } from "./notice.tsx";

/** A form that sends one request. */
export type CardProps = {
  readonly title: string;
  readonly about: string;
  readonly call: ControlCall;
  readonly action: string;
  /** Message to the reader once it is done. */
  readonly done: string;
  readonly isDisabled?: boolean;
  /** Called with the problems in the request, which the form shows; none if it was accepted. */
  readonly onIssues?: (issues: readonly ProblemIssue[]) => void;
  readonly children?: ComponentChildren;
};

/** A form for one action, with the command that does the same. */
export function Card(props: CardProps): JSX.Element {
  const app = useApp();
  const { title, about, call, action, done, isDisabled = false, children } = props;
  const submit = async (): Promise<void> => {
    const issues = await act(app, call, done, props.onIssues !== undefined);
    props.onIssues?.(issues);
  };
  return (
    <form
      class="card"
      aria-label={title}
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
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
