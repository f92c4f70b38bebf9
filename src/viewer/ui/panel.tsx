import type { ComponentChildren, JSX } from "preact";

export function CloseButton({ onClose }: { readonly onClose: () => void }): JSX.Element {
  return (
    <button type="button" class="close" aria-label="Close" onClick={onClose}>
      ×
    </button>
  );
}

/** A titled part of a panel. */
export function PanelSection({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ComponentChildren;
}): JSX.Element {
  return (
    <section class="panel-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
