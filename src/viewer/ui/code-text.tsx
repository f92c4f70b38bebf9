import type { JSX } from "preact";

/** A sentence in which text between backticks is code. */
export function CodeText({ text }: { readonly text: string }): JSX.Element {
  return (
    <>
      {text
        .split("`")
        .map((part, index) => (index % 2 === 1 ? <code key={index}>{part}</code> : part))}
    </>
  );
}
