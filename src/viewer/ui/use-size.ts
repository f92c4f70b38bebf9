import { useEffect, useRef, useState } from "preact/hooks";

/** The size of an element in CSS pixels, and the reference to attach to it. */
export function useSize<Found extends Element>(): {
  readonly ref: { current: Found | null };
  readonly width: number;
  readonly height: number;
} {
  const ref = useRef<Found>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    const { current } = ref;
    if (current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width, height });
    });
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
