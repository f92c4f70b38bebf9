import { useEffect, useState } from "preact/hooks";

/** The loaded value, the reason why loading failed, or neither while it continues. */
export type Loaded<Value> = { readonly value?: Value; readonly error?: string };

/**
 * Loads a value whenever a key changes; keeps the previous value until the next one has arrived.
 */
export function useLoaded<Value>(key: string, load: () => Promise<Value>): Loaded<Value> {
  const [loaded, setLoaded] = useState<Loaded<Value>>({});
  useEffect(() => {
    let isCurrent = true;
    load().then(
      (value) => isCurrent && setLoaded({ value }),
      (error: unknown) =>
        isCurrent && setLoaded({ error: error instanceof Error ? error.message : String(error) }),
    );
    return () => {
      isCurrent = false;
    };
    // The key says when to load again.
  }, [key]);
  return loaded;
}
