import { useEffect, useRef, useState } from "preact/hooks";
import { messageOf } from "../../core/errors.ts";
import { useApp } from "./app-state.ts";

/** The loaded value or, if loading failed, the reason. Empty while the first value is loading. */
type Loaded<Value> = { readonly value?: Value; readonly error?: string };

/** Loads a value, and reloads it if a dependency changes; keeps the old value in the meantime. */
export function useLoaded<Value>(
  dependencies: readonly unknown[],
  load: () => Promise<Value>,
): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setLoaded({ value }),
      (error: unknown) => isCurrent && setLoaded({ error: messageOf(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, dependencies);
  return loaded;
}

/** Reads a path of the running simulator's control API; rereads it if a dependency changes. */
export function useControl<Value>(
  path: string,
  dependencies: readonly unknown[] = [],
): Value | undefined {
  const { live } = useApp().data;
  const read = async (): Promise<Value | undefined> => live?.send({ method: "GET", path });
  return useLoaded(dependencies, read).value;
}

/** A user's preference, stored in the browser, and a function that changes it. */
export function useKept(key: string, initial: string): readonly [string, (value: string) => void] {
  const [value, setValue] = useState(() => {
    try {
      return localStorage.getItem(key) ?? initial;
    } catch {
      // Browsers may deny storage to pages from files; a choice is then lost when the page closes.
      return initial;
    }
  });
  const keep = (next: string): void => {
    setValue(next);
    try {
      localStorage.setItem(key, next);
    } catch {}
  };
  return [value, keep];
}

/** The size of an element in CSS pixels, and the reference to attach to it. */
export function useSize<Found extends Element>() {
  const ref = useRef<Found>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  useEffect(() => {
    if (ref.current === null) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry === undefined) return;
      const { width, height } = entry.contentRect;
      setSize({ width, height });
    });
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  return { ref, ...size };
}
