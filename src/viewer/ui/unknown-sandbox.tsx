import type { JSX } from "preact";
import { titleOf } from "../model/sandbox-title.ts";
import { goTo, useApp } from "./app-state.ts";

/** Sandboxes to offer; the list has all of them. */
const MAX_OFFERED = 20;

/** Says that the address names a sandbox that does not exist, and offers the others. */
export function UnknownSandbox({ name }: { readonly name: string }): JSX.Element {
  const { data, place } = useApp();
  const { value: all } = data.sandboxes;
  const open = (sandbox: string): void => {
    data.select(sandbox);
    goTo(place, { sandbox, job: "", exchange: 0, at: undefined });
  };
  return (
    <div class="empty" role="alert">
      <h2>No sandbox has this name</h2>
      <p>
        Expected the name of a sandbox, got <code>{name}</code>. It may have been deleted, or belong
        to another run.
      </p>
      <ul class="plain">
        {all.slice(0, MAX_OFFERED).map((each) => (
          <li key={each.name}>
            <button type="button" class="link" onClick={() => open(each.name)}>
              {titleOf(each)}
            </button>
          </li>
        ))}
      </ul>
      {all.length > MAX_OFFERED ? <p class="dim">… and {all.length - MAX_OFFERED} more.</p> : null}
    </div>
  );
}
