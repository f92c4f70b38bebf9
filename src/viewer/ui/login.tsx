import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { send } from "../live/control-client.ts";

/** Asks for the control token, which the server then keeps in a cookie that scripts can't read. */
export function Login({ onDone }: { readonly onDone: () => void }): JSX.Element {
  const problem = useSignal("");
  const submit = async (form: HTMLFormElement): Promise<void> => {
    const token = String(new FormData(form).get("token") ?? "");
    try {
      await send({ method: "POST", path: "/ui/login", body: { token } }, "");
      onDone();
    } catch {
      problem.value = "This is not the simulator's control token.";
    }
  };
  return (
    <main class="login">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void submit(event.currentTarget);
        }}
      >
        <h1>batch-sim</h1>
        <p class="dim">
          This simulator was started with a control token (<code>--control-token</code>).
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
