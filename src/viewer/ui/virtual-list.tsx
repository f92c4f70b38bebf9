import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { windowOf } from "../model/window.ts";
import { useSize } from "./hooks.ts";

/** A list of rows of equal height; only visible rows are rendered. */
export type VirtualListProps = {
  /** Names the list for screen readers. */
  readonly label: string;
  readonly count: number;
  /** Height of each row, in CSS pixels. */
  readonly rowHeight: number;
  /** Index of the selected row; -1 for none. */
  readonly selected: number;
  readonly onSelect: (index: number) => void;
  /** Called for a double click. */
  readonly onOpen?: (index: number) => void;
  /** Should stay the same function, because a new function renders every row again. */
  readonly renderRow: (index: number) => ComponentChildren;
  readonly className: string;
  readonly role: "listbox" | "grid";
  /** Keeps the newest row in view while the user is at the end. */
  readonly followsEnd?: boolean;
};

/** Renders the visible rows; arrow keys move the selection. */
export function VirtualList(props: VirtualListProps) {
  const { label, count, rowHeight, selected, onSelect, renderRow, role, followsEnd } = props;
  const { ref, height } = useSize<HTMLDivElement>();
  const [scrollTop, setScrollTop] = useState(0);
  useReveal(ref, { selected, rowHeight, height });
  useEffect(() => {
    const list = ref.current;
    if (list === null || followsEnd !== true || selected >= 0) return;
    const toEnd = list.scrollHeight - list.clientHeight - list.scrollTop;
    if (toEnd < rowHeight * 4) list.scrollTop = list.scrollHeight;
  }, [count]);
  const { first, end, slots } = windowOf({ count, rowHeight, scrollTop, height });
  const rows = useRows(first, end, renderRow);
  const rowRole = role === "grid" ? "row" : "option";
  const idOf = (index: number): string => `${role}-${label.replaceAll(/\W/g, "")}-${index}`;
  const onKeyDown = (event: KeyboardEvent): void => {
    const next = nextIndex(event.key, { selected, count, page: Math.floor(height / rowHeight) });
    if (next === undefined || event.target !== event.currentTarget) return;
    event.preventDefault();
    onSelect(next);
  };
  return (
    <div
      ref={ref}
      class={`vlist ${props.className}`}
      role={role}
      tabIndex={0}
      aria-label={label}
      aria-rowcount={role === "grid" ? count : undefined}
      aria-activedescendant={selected >= first && selected < end ? idOf(selected) : undefined}
      onScroll={({ currentTarget }) => setScrollTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div
        class="vlist-space"
        role={role === "grid" ? "rowgroup" : "none"}
        style={{ height: `${count * rowHeight}px` }}
      >
        {[...rows].map(([index, content]) => (
          <div
            // A row that scrolls into view reuses the elements of a row that scrolled out of
            // view, because creating elements is much slower.
            key={index % slots}
            id={idOf(index)}
            class="vlist-row"
            role={rowRole}
            aria-selected={index === selected}
            aria-rowindex={role === "grid" ? index + 1 : undefined}
            style={{ transform: `translateY(${index * rowHeight}px)`, height: `${rowHeight}px` }}
            onClick={() => onSelect(index)}
            onDblClick={() => props.onOpen?.(index)}
          >
            {content}
          </div>
        ))}
      </div>
    </div>
  );
}

/** A window's rows, by index. Preact skips unchanged rows, so scrolling renders only new ones. */
function useRows(first: number, end: number, renderRow: VirtualListProps["renderRow"]) {
  const kept = useRef({ renderRow, rows: new Map<number, ComponentChildren>() });
  const before = kept.current.renderRow === renderRow ? kept.current.rows : undefined;
  const rows = new Map<number, ComponentChildren>();
  for (let index = first; index < end; index++)
    rows.set(index, before?.get(index) ?? renderRow(index));
  kept.current = { renderRow, rows };
  return rows;
}

/** Scrolls the selected row into view when the selection changes. */
function useReveal(
  ref: { readonly current: HTMLElement | null },
  { selected, rowHeight, height }: Readonly<Record<"selected" | "rowHeight" | "height", number>>,
): void {
  useEffect(() => {
    const list = ref.current;
    if (list === null || selected < 0 || height === 0) return;
    const top = selected * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    else if (top + rowHeight > list.scrollTop + height) list.scrollTop = top + rowHeight - height;
  }, [selected, height > 0]);
}

function nextIndex(
  key: string,
  { selected, count, page }: { selected: number; count: number; page: number },
): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowDown: 1,
    ArrowUp: -1,
    PageDown: page,
    PageUp: -page,
    Home: -count,
    End: count,
  };
  const step = steps[key];
  if (step === undefined || count === 0) return undefined;
  return Math.max(0, Math.min(count - 1, selected + step));
}
