import type { JSX } from "preact";

/** Says why the simulator can't be shown. */
export function Failure({
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
