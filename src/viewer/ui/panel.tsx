import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { Finding } from "../../findings/finding.ts";
import { weightOf } from "../model/marks.ts";
import { CloseButton, CodeText } from "./basics.tsx";

export function Panel(props: {
  readonly label: string;
  readonly class?: string;
  readonly head: ComponentChildren;
  readonly onClose: () => void;
  readonly children: ComponentChildren;
}) {
  return (
    <aside
      class={`panel ${props.class ?? ""}`}
      aria-label={props.label}
      ref={usePanelFocus()}
      tabIndex={-1}
    >
      <header class="panel-head">
        {props.head}
        <CloseButton onClose={props.onClose} />
      </header>
      {props.children}
    </aside>
  );
}

/**
 * Moves the keyboard focus into an opening panel if it would otherwise be lost. When the panel
 * closes, moves the focus back to the element that had it before.
 */
function usePanelFocus() {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const panel = ref.current;
    const before = document.activeElement;
    const frame = requestAnimationFrame(() => {
      if (before !== document.body && isNowhere(before)) panel?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
      if (panel?.contains(document.activeElement) !== true) return;
      // The element may be hidden until the panel is gone.
      requestAnimationFrame(() => focusFirst(before, document.querySelector(".vlist, main")));
    };
  }, []);
  return ref;
}

function focusFirst(...elements: readonly (Element | null)[]): void {
  const found = elements.find((each) => !isNowhere(each));
  if (found instanceof HTMLElement || found instanceof SVGElement) found.focus();
}

/** Whether an element is missing, hidden, or the body, so that it can't have the focus. */
function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.getClientRects().length === 0;
}

type Titled = { readonly title: string; readonly children: ComponentChildren };

export function PanelSection({ title, children }: Titled) {
  return (
    <section class="panel-section">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

/** The findings about a job or a call, if there are any. */
export function FindingNotes({ findings }: { readonly findings: readonly Finding[] }) {
  if (findings.length === 0) return null;
  return (
    <PanelSection title="Findings">
      {findings.map((finding) => (
        <div key={finding.sentence} class={`note note-${weightOf(finding)}`}>
          <p>
            <b>{weightOf(finding)}</b> <CodeText text={finding.sentence} />
          </p>
          <p class="dim">
            <CodeText text={finding.cure} />
          </p>
        </div>
      ))}
    </PanelSection>
  );
}
