import type { ComponentChildren, JSX } from "preact";

/** A name with its value, in a list of facts. */
export function Fact({
  name,
  isNumeric,
  children,
}: {
  readonly name: string;
  readonly isNumeric?: boolean;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <>
      <dt>{name}</dt>
      <dd class={isNumeric === true ? "num" : undefined}>{children}</dd>
    </>
  );
}
