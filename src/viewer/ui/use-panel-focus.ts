import { useLayoutEffect, useRef } from "preact/hooks";

/**
 * Keeps the keyboard's place when a panel opens and closes: focus returns to where it was, and
 * moves into the panel if it would otherwise be lost. Attach the reference to the panel, which
 * needs a `tabIndex`.
 */
export function usePanelFocus(): { current: HTMLElement | null } {
  const ref = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const panel = ref.current;
    const before = document.activeElement;
    const frame = requestAnimationFrame(() => {
      if (before !== document.body && isNowhere(before)) panel?.focus();
    });
    return () => {
      cancelAnimationFrame(frame);
      const { activeElement } = document;
      if (panel?.contains(activeElement) !== true) return;
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

/** Whether an element can't have the focus, as if nothing had it. */
function isNowhere(element: Element | null): boolean {
  return element === null || element === document.body || element.getClientRects().length === 0;
}
