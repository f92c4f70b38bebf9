import { SavedSandboxes, type StoreSize } from "../state/saved/saved-sandboxes.ts";

/** What a store holds. Throws a SimulatorError if the file can't be opened, for example because a simulator uses it. */
export function storeSize(path: string): StoreSize {
  return withStore(path, (saved) => saved.size());
}

/** Deletes what is not needed any more, and returns the space to the file system. */
export function collectStore(path: string): StoreSize {
  return withStore(path, (saved) => {
    for (const { ref, scenario } of saved.scenarios.all()) saved.scenarios.adopt(ref, scenario);
    for (const { events } of saved.all()) for (const _ of events());
    saved.deleteUnused();
    saved.shrink();
    return saved.size();
  });
}

/** Deletes everything in a store. */
export function resetStore(path: string): StoreSize {
  return withStore(path, (saved) => {
    saved.clear();
    return saved.size();
  });
}

function withStore(path: string, act: (saved: SavedSandboxes) => StoreSize): StoreSize {
  const saved = new SavedSandboxes(path, { originOf: () => undefined, onNotice: () => {} });
  try {
    return act(saved);
  } finally {
    saved.close();
  }
}
